# Two euros, five chips; a joker among the kings, a fourth king at the draw; doubled once.
coin 200
settle
press HOLD2
settle
wait 1
shot begin
press BET
press BET
press BET
press BET
press BET
wait 0.8
deck KH 7C JK TD KS KD 9C 2S
press DEAL
settle
wait 1.4
press DEAL
settle
wait 1.6
deck 9D QS 3H JC 5D
press DOUBLE
settle
wait 1.6
press HOLD2
settle
wait 2
press DEAL
settle
wait 1.5
shot end
