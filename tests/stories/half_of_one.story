# A win of one cannot be halved; a win of three risks one and banks two.
coin 10
settle
press HOLD2
settle
press BET
expect bet 1
expect lamps HOLD2,HOLD3,HOLD4,HOLD5,DEAL,DOUBLE    # no other bet is affordable: BET is dark
deck KH KD 9S 4C 2D 3H 7H 8C
press DEAL
settle
press DEAL
settle
expect win 1
expect lamps DEAL,DOUBLE
press DEAL
settle
deck 9H 8D 7S 6C 5D
press DEAL
settle
press DEAL
settle
expect win 3                                  # a one-chip straight pays 3
deck 9H 2D 7S 6C 5D
press BET
settle
expect credit 2
expect bet 1
expect win 1
press HOLD2
settle
expect credit 2
expect win 0
