# A fold at each place where somebody must speak. PASSO asks first; any other key is carried out.
coin 100
press HOLD1
settle
press DEAL
settle

# Speaking first.
press DEAL
settle
expect state b1_first
press HOLD1
expect legends.HOLD1 CONFERMA?
press HOLD3
expect legends.HOLD1 PASSO
expect strip.amount 10
expect state b1_first
press HOLD1
wait 3.2
expect legends.HOLD1 PASSO
press HOLD1
press HOLD1
settle
expect state between
expect strip.money 45
expect strip.their_money 55
expect strip.their_cards ??,??,??,??,??

# After a wait.
answers W
press DEAL
settle
expect state b1_after_wait
press HOLD1
press HOLD1
settle
expect strip.money 40
expect strip.their_money 60

# Facing a raise in the first round.
answers R5
press DEAL
settle
press BET
settle
expect state b1_facing
expect strip.facing 5
expect legends.DEAL "CAMBIA $5"
press HOLD1
press HOLD1
settle
expect strip.money 30
expect strip.their_money 70

# Facing a bet in the second round, which she speaks first in.
answers O5 X O10
press DEAL
settle
expect state b1_facing
press DEAL
settle
press DEAL
settle
expect state b2_facing
expect strip.facing 10
expect legends.DEAL "VEDI $10"
press HOLD1
press HOLD1
settle
expect strip.money 20
expect strip.their_money 80

# Speaking first in the second round.
answers C X
press DEAL
settle
press DEAL
settle
press DEAL
settle
expect state b2_first
press HOLD1
press HOLD1
settle
expect strip.money 15
expect strip.their_money 85

# She folds, before and after the exchange.
answers F
press DEAL
settle
expect state between
expect strip.money 20
answers C X F
press DEAL
settle
press DEAL
settle
press DEAL
settle
press BET
settle
expect state between
expect strip.money 25
expect strip.their_money 75
