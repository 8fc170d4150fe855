# A life is lost and bought back; so does she with a garment of hers.
coin 100
press HOLD1
settle
press DEAL
settle
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
expect strip.lost 1
expect strip.money 0
expect strip.their_money 125

# 20 + 45 won back twice over: not yet enough to buy.
deck AH KH QH JH TH  KD KS 9C 8S 7S
answers W C X C
press DEAL
settle
press HOLD5
press BET
settle
press DEAL
settle
press DEAL
settle
expect strip.money 50
expect strip.their_money 75
expect lamps HOLD3,HOLD4,HOLD5,DEAL

deck AD KD QD JD TD  KH KS 9C 8S 7S
answers C X C
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
expect state between
expect strip.money 125
expect strip.their_lost 0
expect strip.their_money 0
expect legends.BET "RICOMPRA CAPPELLO"
press BET
settle
expect strip.lost 0
expect strip.money 100
expect lamps HOLD3,HOLD4,HOLD5,DEAL

# She loses two garments ...
deck AH KH QH JH TH  KD KS 9C 8S 7S
answers W C X C
press DEAL
settle
press HOLD5
press BET
settle
press DEAL
settle
press DEAL
settle
expect strip.their_lost 2
expect strip.money 150
expect strip.their_money 0

# ... wins one deal, which frees what she has at stake ...
deck KD KS 9C 8S 7S  AD KC QD JD TD
answers C X C
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
expect strip.their_lost 2
expect strip.their_money 50

# ... and another, after which she has enough to dress again.
deck KD KS 9C 8S 7S  AD KC QD JD TD
answers W C X C
press DEAL
settle
press HOLD5
press BET
settle
press DEAL
settle
press DEAL
settle
expect strip.their_lost 1
expect strip.their_money 100
