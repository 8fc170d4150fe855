# Three deals with the highest straight flush: the Contessa loses all five garments.
coin 200
press HOLD1
settle
expect mode strip_poker
expect state choose
expect credit 20
expect legends.DEAL SIEDITI
press DEAL
settle
expect state between
expect credit 15
expect meters.turnover 5
expect games.strip_poker.staked 5
expect meters.games_played 0
expect strip.money 50
expect strip.their_money 50

# Deal 1: everything on it, and one garment more.
deck AH KH QH JH TH  KD KS 9C 8S 7S
answers C X C
press DEAL
settle
expect state b1_first
expect strip.pot 10
expect legends.DEAL ASPETTA
press HOLD5
expect strip.amount 70
expect legends.BET "APRI $70 + CAPPELLO"
press BET
settle
expect state draw
expect strip.pot 150
expect strip.at_stake 1
expect strip.their_at_stake 1
expect held 1,2,3,4,5
expect legends.DEAL "CAMBIA 0"
press DEAL
settle
expect state b2_first
expect legends.DEAL VEDI
press DEAL
settle
expect state showdown
expect strip.their_cards KD,KS,9C,8S,7S
expect lamps DEAL
press DEAL
settle
expect state between
expect strip.money 125
expect strip.their_money 0
expect strip.their_lost 1
expect strip.lost 0

# Deal 2: her ante is a pledge, her call another one.
deck AD KD QD JD TD  KH KS 9C 8S 7S
answers W C X C
press DEAL
settle
expect state b1_after_wait
expect strip.their_at_stake 1
expect strip.their_money 20
press HOLD5
expect strip.amount 45
press BET
settle
expect state draw
press DEAL
settle
expect state showdown
press DEAL
settle
expect strip.their_lost 3

# Deal 3: the last one.
deck AC KC QC JC TC  KH KS 9D 8S 7S
answers C X
press DEAL
settle
expect state b1_first
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
expect state end
expect strip.their_lost 5
expect strip.result won
expect meters.games_played 1
expect meters.games_won 1
expect games.strip_poker.won 1
expect games.strip_poker.paid 0
expect meters.won 0
expect best.strip_poker 3,club-notte/ottavia,2
expect credit 15
expect lamps HOLD5,DEAL
expect legends.DEAL RIVINCITA

# Once more against her: the same price.
press DEAL
settle
expect state between
expect credit 10
expect strip.their_lost 0
