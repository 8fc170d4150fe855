# Six wrong PINs in a row: 0, 0, 30, 60, 120, 240 s; a power cut does not shorten the waiting.
key operator on
settle
pin 33333
settle
expect operator.note operator.pin.wrong
expect operator.role attendant
expect legends.HOLD1 1                        # at once
pin 33333
settle
expect legends.HOLD1 1
pin 33333
settle
expect legends.HOLD1 nothing
expect lamps DOUBLE
pin 12345                                     # not even the right one is heard now
settle
expect operator.role attendant
wait 24
expect legends.HOLD1 nothing
wait 7
expect legends.HOLD1 1
pin 33333
settle
wait 59
expect legends.HOLD1 nothing
wait 2
expect legends.HOLD1 1
pin 33333
settle
wait 110                                      # of 120
cut
settle
expect mode operator
press DOUBLE
settle
expect operator.page pin
expect legends.HOLD1 nothing
wait 110                                      # all of it once more
expect legends.HOLD1 nothing
wait 11
expect legends.HOLD1 1
pin 33333
settle
wait 239
expect legends.HOLD1 nothing
wait 2
expect legends.HOLD1 1
pin 12345
settle
expect operator.role operator
expect operator.page index
page events
settle
press DEAL                                    # faults
settle
press DEAL                                    # who was there
settle
expect events login,pin_refused,key_on,pin_refused,pin_refused,pin_refused,pin_refused,pin_refused,key_on
key operator off
settle
expect mode attract
expect credit 0
