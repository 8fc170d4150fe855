# The player has three lives and the weaker cards: two deals and they are gone.
coin 100
press HOLD1
settle
press DEAL
settle
expect credit 5
deck KD KS 9C 8S 7S  AH KH QH JH TH
answers C X
press DEAL
settle
press HOLD5
press BET
settle
expect state draw
expect held 1,2
expect legends.DEAL "CAMBIA 3"
expect strip.money 0
expect strip.at_stake 1
press DEAL
settle
expect state b2_first
press DEAL
settle
expect state showdown
press DEAL
settle
expect state between
expect strip.lost 1
expect strip.money 0
expect strip.their_money 125

# The ante is a pledge, the call the last one.
deck KD KS 9C 8S 7S  AD KC QD JD TD
answers O45 X C
press DEAL
settle
expect state b1_facing
expect strip.at_stake 1
expect strip.money 20
expect strip.facing 45
expect legends.DEAL "CAMBIA $45 + SCARPE"
expect lamps HOLD1,DEAL
press DEAL
settle
expect state draw
press DEAL
settle
expect state showdown
press DEAL
settle
expect state end
expect strip.lost 3
expect strip.result lost
expect meters.games_played 1
expect meters.games_lost 1
expect meters.won 0
expect credit 5
expect lamps HOLD5,DEAL
press HOLD5
settle
expect mode menu
expect meters.games_played 1
