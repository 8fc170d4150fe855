# A coin is credit in every state; it disturbs nothing.
coin 50
settle
expect mode menu
coin 10
settle
expect credit 6
press HOLD5                                   # rules
settle
expect page rules
coin 10
settle
expect credit 7
expect page rules
press DEAL
settle
press HOLD2
settle
coin 20
settle
expect state betting
expect credit 9
press HOLD4
settle
expect page history
coin 10
settle
expect credit 10
expect page history
press DEAL
settle
expect page nothing
press BET
deck KH KD 9S 4C 2D 3H 7H 8C
press DEAL
coin 10                                       # while the cards fly
settle
expect credit 10
expect state hold
coin 10
settle
expect credit 11
expect held 1,2
press DEAL
coin 10
settle
expect state win
expect credit 12
expect win 1
deck 5C 9H 2D 3S 4C
press DOUBLE
settle
coin 10
settle
expect state double
expect credit 13
expect win 1
press HOLD2
settle
expect win 2
press DEAL
settle
expect credit 15
expect meters.coin_in 14
