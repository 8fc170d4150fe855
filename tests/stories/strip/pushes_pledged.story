# Pushes with garments at stake: they stay there with the pot, until nobody can pay an ante.
coin 100
press HOLD1
settle
press DEAL
settle

deck AH KD QC JH TH  AD KC QD JS TS
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
expect state showdown
press DEAL
settle
expect state between
expect strip.pushes 1
expect strip.pot 150
expect strip.at_stake 1
expect strip.their_at_stake 1
expect strip.lost 0
expect strip.their_lost 0

# Either ante is a pledge.
deck AH KD QC JH TH  AD KC QD JS TS
answers W X C
press DEAL
settle
expect strip.pot 160
expect strip.at_stake 2
expect strip.their_at_stake 2
expect strip.money 20
expect strip.their_money 20
press DEAL
settle
press DEAL
settle
press DEAL
settle
expect strip.pushes 2
expect strip.at_stake 2

# The player puts in all she has left.
deck AH KD QC JH TH  AD KC QD JS TS
answers C X
press DEAL
settle
expect strip.pot 170
press HOLD5
expect legends.BET "APRI $40 + SCARPE"
press BET
settle
press DEAL
settle
press DEAL
settle
press DEAL
settle
expect strip.pushes 3
expect strip.pot 250
expect strip.money 0
expect strip.at_stake 3
expect state between
expect lamps HOLD3,HOLD4,HOLD5,DEAL
cut
expect strip.at_stake 3
expect strip.pot 250

# Neither pays an ante, nothing can be bet: the cards alone decide.
deck AH KH QH JH TH  KD KS 9C 8S 7S
answers W X C
press DEAL
settle
expect state b1_after_wait
expect strip.pot 250
expect lamps HOLD1,DEAL
press DEAL
settle
press DEAL
settle
expect state showdown
press DEAL
settle
expect strip.money 175
expect strip.lost 0
expect strip.at_stake 0
expect strip.their_lost 3
expect strip.their_money 0
expect strip.pushes 0
