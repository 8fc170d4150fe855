# Nobody is there: a win is collected, a double decided, a hand waits.
coin 100
settle
press HOLD2
settle
press BET
deck KH KD 9S 4C 2D 3H 7H 8C
press DEAL
settle
wait 91                                       # a hand waits under the attract pictures
expect mode joker_poker
expect state hold
expect lamps HOLD1,HOLD2,HOLD3,HOLD4,HOLD5,DEAL,DOUBLE
press DEAL                                    # only takes the pictures away
settle
expect state hold
press DEAL
settle
expect state win
wait 59
expect state win
wait 2
expect state betting
expect credit 10
expect win 0
wait 30
expect mode attract
press DEAL                                    # GIOCA: the last game
settle
expect mode joker_poker
deck QS QD 9S 4C JK 3H 7H 8C
press DEAL
settle
expect held 1,2,5
press DEAL
settle
expect win 2
deck 5C 4H 2D 3S AC
press DOUBLE
settle
wait 61                                       # the card above HOLD2 is turned: lower
expect state betting
expect win 0
expect credit 9
