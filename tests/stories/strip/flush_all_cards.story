# Two flushes to the ace: where the operator has all cards count, the king beats the queen.
coin 100
press HOLD1
settle
press DEAL
settle
deck AH KH 9H 8H 7H  AS QS TS 9S 8S
answers C X
press DEAL
settle
press DEAL
settle
press DEAL
settle
press DEAL
settle
expect state showdown
press DEAL
settle
expect strip.pushes 0
expect strip.money 55
expect strip.their_money 45
