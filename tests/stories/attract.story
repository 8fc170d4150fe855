# Nobody is there: the pictures go round and play rounds of their own; a coin or a key ends them.
expect mode attract
wait 130                                      # more than a loop of them
expect mode attract
expect credit 0
expect lamps HOLD1,HOLD2,HOLD3,HOLD4,HOLD5,DEAL,BET
coin 20                                       # in the midst of whatever is on
settle
expect mode menu
expect credit 2
wait 89
expect mode menu
wait 2
expect mode attract
expect credit 2
wait 15                                       # a round of Joker Poker is on
press HOLD3
settle
expect mode cinque_mani
expect credit 2
wait 91
expect mode attract
press DEAL                                    # GIOCA: the last game
settle
expect mode cinque_mani
expect credit 2
