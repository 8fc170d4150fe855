# Where no coin is taken it comes back, is counted, and the slot opens again afterwards.
coin 100
settle
press HOLD2
settle
press BET
deck KH KD 9S 4C 2D 3H 7H 8C
press DEAL
settle
door open
settle
wait 1
expect health.coin closed
coin 100
settle
wait 1
expect coins_returned 1
expect credit 9
door close
settle
wait 1
expect health.coin ready
coin 100
settle
expect credit 19
key operator on
settle
wait 1
coin 200
settle
wait 1
expect coins_returned 2
expect credit 19
key operator off
settle
wait 1
coin 200
settle
expect credit 39
expect state hold
# Under the attract pictures a coin is taken, and it takes the pictures away.
wait 91
expect state hold
coin 10
settle
expect credit 40
press HOLD5                                   # so this is a hold already
expect held 1,2,5
expect meters.coin_in 41
