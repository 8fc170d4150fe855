# The power goes in every state, and everything is exactly where it was.
coin 200
press HOLD1
settle
press HOLD3
wait 1.5
cut
expect mode strip_poker
expect state choose
expect lamps HOLD1,HOLD2,HOLD3,HOLD4,HOLD5,DEAL,BET
press DEAL
settle
expect strip.opponent club-notte/vera
cut
expect state between
expect credit 15
expect strip.money 50
deck QH QC AS 8D 7H  KD KS 9C 8H 7S
answers R5 X O10
press DEAL
settle
cut
expect state b1_first
expect cards QH,QC,AS,8D,7H
expect strip.pot 10
press BET
cut
expect state b1_facing
expect strip.pot 25
expect strip.facing 5
expect strip.their_money 35
crash
boot
expect state b1_facing
press DEAL
settle
expect state draw
expect held 1,2
hold 3
wait 1.5
cut
expect state draw
expect held 1,2,3
press DEAL
settle
cut
expect state b2_first
expect strip.pot 30
answers C
press BET
cut
expect state showdown
expect strip.pot 40
press DEAL
cut
expect state between
expect strip.pot 0
door open
settle
expect mode fault
door close
settle
expect mode strip_poker
expect state between
