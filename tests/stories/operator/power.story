# A restart asked for in the middle of a hand: the goodbye, the boot, and the same cards.
coin 100
settle
press HOLD2
settle
press BET
deck KH KD 9S 4C 2D 3H 7H 8C
press DEAL
settle
expect state hold
key operator on
settle
page power
press HOLD2
settle
press DEAL                                    # asks
settle
expect boots 1
press DEAL
wait 2
expect boots 2
expect mode operator                          # the key is still turned
expect operator.page index
key operator off
settle
expect mode joker_poker
expect state hold
expect cards KH,KD,9S,4C,2D
expect credit 9
expect meters.unclean_boots 0
press DEAL
settle
expect win 1
press DEAL
settle
expect credit 10
key operator on
settle
page power
press DEAL
settle
press DEAL                                    # and now it is switched off
wait 2
expect boots 2
cut                                           # its mains is switched off and on
settle
expect boots 3
expect meters.unclean_boots 0
expect credit 10
