# A session that is over goes to attract when nobody is there; whoever comes next chooses anew.
coin 50
press HOLD1
settle
press DEAL
settle
expect credit 0
deck KD KS 9C 8S 7S  AH KH QH JH TH
answers C X
press DEAL
settle
press HOLD5
press BET
settle
press DEAL
settle
press DEAL
settle
press DEAL
settle
deck KD KS 9C 8S 7S  AD KC QD JD TD
answers O45 X C
press DEAL
settle
press DEAL
settle
press DEAL
settle
press DEAL
settle
expect state end
expect strip.result lost

# Nothing in credit: no second session; the price to the last credit lights it.
expect lamps HOLD5
coin 20
coin 20
settle
expect credit 4
expect lamps HOLD5
coin 10
settle
expect credit 5
expect lamps HOLD5,DEAL
expect legends.DEAL "RIVINCITA"
wait 91
expect mode attract
press HOLD1
settle
expect mode strip_poker
expect state choose
expect credit 5
expect meters.games_played 1
expect meters.games_lost 1
