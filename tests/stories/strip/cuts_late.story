# The power goes after a wait, before a bet of the second round, and when the session is over.
coin 100
press HOLD1
settle
press DEAL
settle

# Deal 1 is given up, so that she speaks first in deal 2.
press DEAL
settle
press HOLD1
press HOLD1
settle
expect state between
expect strip.money 45

deck AH KD QC JH TH  AD AC 9D 8S 7S
answers W X345 O20 C
press DEAL
cut
expect state b1_after_wait
expect cards AH,KD,QC,JH,TH
expect strip.pot 10
expect legends.DEAL CAMBIA
expect legends.BET "APRI $5"
press HOLD3
press HOLD4
expect strip.amount 35
wait 1.5
cut
expect state b1_after_wait
expect strip.amount 35
press DEAL
settle
expect held 1,2,3,4,5
press DEAL
cut
expect state b2_facing
expect strip.facing 20
expect strip.pot 30
expect strip.money 40
expect strip.their_money 30
expect legends.DEAL "VEDI $20"
expect lamps HOLD1,HOLD3,HOLD4,HOLD5,DEAL,BET
press HOLD5
press BET
settle
expect state showdown
expect strip.their_at_stake 1
expect strip.at_stake 1
cut
expect state showdown
press DEAL
cut
expect state between
expect strip.their_lost 1
expect strip.at_stake 0

# Three more hands of mine, and she has none left.
deck AH KH QH JH TH  KD KS 9C 8S 7S
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
expect strip.their_lost 4
deck AH KH QH JH TH  KD KS 9C 8S 7S
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
expect state end
expect strip.result won
expect meters.games_won 1
cut
expect state end
expect strip.result won
expect strip.their_lost 5
expect meters.games_played 1
expect meters.games_won 1
expect credit 5
expect legends.DEAL RIVINCITA
expect lamps HOLD5,DEAL
