# Service credit: an attendant gives two hundred while the key is turned, and no more; counted apart.
key operator on
settle
page credit
press HOLD4                                   # 20, 50, 100
settle
press HOLD4
settle
press HOLD4
settle
press HOLD1
settle
expect credit 0                               # asked
press HOLD1
settle
expect credit 100
expect operator.note operator.credit.service
press HOLD1
settle
press HOLD1
settle
expect credit 200
expect legends.HOLD1 nothing
press HOLD1
settle
press HOLD1
settle
expect credit 200
press HOLD3                                   # nor fifty
settle
expect legends.HOLD1 nothing
page index
pin 12345                                     # an operator may
settle
page credit
press HOLD1
settle
press HOLD1
settle
expect credit 250
expect meters.service_in 250
expect meters.coin_in 0
press DOUBLE                                  # taken off again
settle
press DOUBLE
settle
expect credit 0
expect operator.note operator.credit.cancel
expect meters.cancelled 250
expect meters.hand_paid 0
key operator off
settle
expect mode attract
