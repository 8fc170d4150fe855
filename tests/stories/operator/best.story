# What attract boasts of: a better win takes the place of the best, a cut leaves it, the operator ends it.
coin 200
settle
press HOLD2
settle
press BET
settle
expect best nothing
deck KH KD 9S 4C 2D 3H 7H 8C
press DEAL
settle
press DEAL
settle
expect best.joker_poker 1,kings_or_better,1
press DEAL                                    # collected
settle
press BET
settle
deck KH KD 9S 4C 2D 3H 7H 8C
press DEAL
settle
press DEAL
settle
expect best.joker_poker 2,kings_or_better,2
press DOUBLE                                  # a double is none of it
settle
press HOLD2
settle
cut
expect best.joker_poker 2,kings_or_better,2
wait 200
expect mode attract
key operator on
settle
pin 12345
settle
page best
expect operator.page best
expect operator.row 0
press HOLD2                                   # Strip Poker: nobody has won it yet
settle
expect operator.row 1
expect legends.DOUBLE nothing
press HOLD1
settle
expect legends.DOUBLE AZZERA
press DOUBLE
settle
expect best.joker_poker 2,kings_or_better,2   # asked
press DOUBLE
settle
expect operator.note operator.best.cleared
expect best nothing
expect legends.DOUBLE nothing
page events
expect events best_cleared,login,key_on,boot,coin_first_contact,boot
crash
boot
key operator off
settle
expect best nothing
