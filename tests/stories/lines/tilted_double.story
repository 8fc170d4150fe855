# Somebody shakes the cabinet in the middle of a double: it waits for the attendant, card for card.
coin 100
settle
press HOLD2
settle
press BET
deck KH KD 9S 4C 2D KS 7H 7C
press DEAL
settle
press DEAL
settle
expect win 7                                  # a full house
deck 5C 9H 2D 3S 4C
press DOUBLE
settle
expect state double
expect cards 5C,??,??,??,??
tilt on
settle
expect faults tilt
expect mode fault
expect lamps nothing
expect health.coin closed
press HOLD2                                   # a dead key
settle
expect cards 5C,??,??,??,??
coin 100                                      # it comes back
settle
expect credit 9
tilt off
settle
expect faults tilt                            # that it stands again is for the attendant to see
cut
settle
expect faults tilt
key operator on
settle
key operator off
settle
expect faults nothing
expect mode joker_poker
expect state double
expect cards 5C,??,??,??,??
expect win 7
expect health.coin ready
press HOLD2
settle
expect win 14                                 # the nine beats the five
press DEAL
settle
expect credit 23
tilt on
settle
key operator on
settle
key operator off                              # still leaning: the key alone does not help
settle
expect faults tilt
tilt off
key operator on
settle
key operator off
settle
expect faults nothing
