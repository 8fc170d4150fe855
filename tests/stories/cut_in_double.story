# The power fails at every step of a double: the same five cards, the same stake.
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
expect cards KH,KD,KS,7H,7C
expect win 7                                  # a full house
deck 5C 9H 2D 3S 5H
press DOUBLE
cut                                           # at once, while the cards are laid
expect state double
expect cards 5C,??,??,??,??
expect win 7
expect bet 7
expect credit 9
expect lamps HOLD2,HOLD3,HOLD4,HOLD5
press HOLD5                                   # a tie
cut
expect state win
expect win 7
expect cards 5C,9H,2D,3S,5H
expect meters.gamble_ties 1
deck 5C 9H 2D 3S 4C
press BET                                     # half of seven: four are banked, three at risk
cut
expect state double
expect credit 13
expect win 3
expect bet 3
press HOLD2
cut
expect state win
expect win 6
expect credit 13
expect meters.gamble_wins 1
deck AC 9H 2D 3S 4C
press DOUBLE
cut
press HOLD3
cut
expect state betting
expect win 0
expect credit 13
expect meters.gamble_losses 1
expect meters.gamble_staked 16                # 7 + 3 + 6
expect meters.gamble_returned 13              # 7 + 6 + 0
expect boots 7
