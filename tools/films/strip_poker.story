# The Contessa stakes her hat, and it goes to its hook.
coin 200
settle
press HOLD1
settle
wait 1
shot begin
wait 1.2
press DEAL
settle
wait 0.8
deck AH KH QH JH TH  KD KS 9C 8S 7S
answers C X C
press DEAL
settle
wait 1.2
press HOLD5
wait 0.8
press BET
settle
wait 1.2
press DEAL
settle
wait 1.2
press DEAL
settle
wait 3
press DEAL
wait 2
shot end
