# A door opened and a key turned in the middle of a double: frozen, then exactly as before.
coin 100
settle
press HOLD2
settle
press BET
deck KH KD 9S 4C 2D 3H 7H 8C
press DEAL
settle
press DEAL
settle
deck 5C 9H 2D 3S 4C
press DOUBLE
settle
door open
settle
expect mode fault
expect faults door
expect lamps nothing
wait 1
expect health.coin closed
press HOLD2                                   # a dark key is dead
wait 120                                      # and no time runs
expect cards 5C,??,??,??,??
door close
settle
expect mode joker_poker
expect state double
expect cards 5C,??,??,??,??
key operator on
settle
expect mode operator
shot operator
coin 100
settle
wait 1
expect credit 9
expect coins_returned 1
cut                                           # the key is still turned
expect mode operator
key operator off
settle
expect mode joker_poker
expect state double
expect cards 5C,??,??,??,??
press HOLD2
settle
expect win 2
wait 1
expect health.coin ready
