# The same two flushes as shipped: equal top cards, so the pot stays.
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
press DEAL
settle
expect strip.pushes 1
expect strip.pot 10
