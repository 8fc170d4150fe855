# The theme is off and the deck fixed: H1 says POKER, lives stand for garments, 52 cards.
expect legends.HOLD1 POKER
coin 100
press HOLD1
settle
expect lamps HOLD1,HOLD2,HOLD3,HOLD5,DEAL,BET
press DEAL
settle
expect strip.deck 52
deck 2H 3H 4H 5H 6H  KD KS 9C 8S 2S
answers C X C
press DEAL
settle
press HOLD5
expect legends.BET "APRI $70 + VITA"
press BET
settle
press DEAL
settle
press DEAL
settle
press DEAL
settle
expect strip.their_lost 1
