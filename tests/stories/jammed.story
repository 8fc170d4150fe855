# A button that is stuck is named and ignored; the seven others go on, also after a cut.
coin 100
settle
press HOLD2
settle
press BET
down BET
wait 31
expect faults button_stuck
expect bet 2                                  # one press, however long
deck KH KD 9S 4C 2D 3H 7H 8C
press DEAL
settle
expect state hold
press DEAL
settle
expect win 2
press DEAL
settle
expect credit 10
cut                                           # it is still stuck
expect credit 10
expect bet 2
wait 31
expect faults button_stuck
expect bet 2
up BET
settle
expect faults nothing
press BET
expect bet 3
