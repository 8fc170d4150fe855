# The operator lets only the character pledge: the player stakes money alone.
coin 100
press HOLD1
settle
press DEAL
settle
deck AH KH QH JH TH  KD KS 9C 8S 7S
answers C X
press DEAL
settle
press HOLD5
expect legends.BET "APRI $45"
press BET
settle
press DEAL
settle
press DEAL
settle
press DEAL
settle
expect strip.money 100
expect strip.their_money 0
expect strip.their_lost 0

# Her ante and her call are pledges.
deck AH KH QH JH TH  KD KS 9C 8S 7S
answers W C X C
press DEAL
settle
expect strip.their_at_stake 1
press HOLD5
expect legends.BET "APRI $45"
press BET
settle
expect strip.at_stake 0
expect strip.their_at_stake 2
press DEAL
settle
press DEAL
settle
expect strip.their_lost 2
expect strip.money 150

# Without money there is nothing left to pledge: the session is lost, though no life was.
deck KD KS 9C 8S 7S  AH KH QH JH TH
answers C X O100
press DEAL
settle
press HOLD5
expect legends.BET "APRI $45"
press BET
settle
press DEAL
settle
press DEAL
settle
press DEAL
settle
expect strip.money 100
expect strip.their_money 50
deck KD KS 9C 8S 7S  AH KH QH JH TH
answers O70 X C
press DEAL
settle
expect state b1_facing
expect legends.DEAL "CAMBIA $70"
press DEAL
settle
press DEAL
settle
press DEAL
settle
expect strip.money 25
deck KD KS 9C 8S 7S  AH KH QH JH TH
answers C X
press DEAL
settle
press HOLD5
expect legends.BET "APRI $20"
press BET
settle
press DEAL
settle
press DEAL
settle
press DEAL
settle
expect state end
expect strip.result lost
expect strip.lost 0
