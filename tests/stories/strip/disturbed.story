# What happens around a deal leaves it as it is: key, door, coins, another language, attract.
coin 50
press HOLD1
settle
expect credit 5
expect legends.DEAL SIEDITI

# The choice goes to attract when nobody is there, and comes back at a key.
wait 91
expect mode attract
press HOLD1
settle
expect state choose
press HOLD2
settle
press DEAL
settle
expect credit 0
expect strip.opponent club-notte/rocco
deck QH QC AS 8D 7H  KD KS 9C 8H 7S
answers R5 X O10
press DEAL
settle
press HOLD3
press BET

# VELOCE is the only key while he thinks, and does nothing but end it.
expect lamps DEAL
expect legends.DEAL VELOCE
press HOLD1
expect lamps DEAL
press DEAL
expect state b1_facing
expect strip.pot 35
wait 0.3
key operator on
expect mode operator
key operator off
settle
expect mode strip_poker
expect state b1_facing
expect strip.facing 5
expect lamps HOLD1,HOLD3,HOLD4,HOLD5,DEAL,BET
door open
settle
expect mode fault
expect lamps ""
door close
settle
expect state b1_facing
expect strip.pot 35
coin 100
settle
expect credit 10
expect state b1_facing
expect cards QH,QC,AS,8D,7H
lang ru
settle
expect state b1_facing
expect legends.DEAL "ЗАМЕНИ $5"
lang en
settle
expect legends.DEAL "CHANGE $5"
lang it
settle
press DEAL
settle
expect state draw
coin 10
settle
key operator on
key operator off
settle
expect held 1,2
expect strip.pot 40
press DEAL
settle
expect state b2_first
expect credit 11
expect strip.money 30
