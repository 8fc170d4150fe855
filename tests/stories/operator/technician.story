# The technician's PIN makes an operator at the shut door, and a technician at the open one.
key operator on
settle
pin 54321
settle
expect operator.role operator
expect operator.note operator.pin.door
page pins
press HOLD2                                   # the technician's own PIN
settle
expect legends.DEAL nothing
door open
settle
expect operator.role technician
expect legends.DEAL NUOVO PIN
expect mode operator                          # the key has its pages open over the door
expect faults door
page clear
expect legends.DEAL CHIUDI CONTI
door close
settle
expect operator.role operator
expect legends.DEAL nothing
expect faults nothing
key operator off
settle
expect mode attract
key operator on                               # whoever comes next is an attendant
settle
expect operator.role attendant
