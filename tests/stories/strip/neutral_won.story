# Without the theme a session is won like any other: her lives are gone, the figure stays.
coin 100
press HOLD1
settle
expect legends.HOLD4 "MAZZO 32"
press DEAL
settle
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
expect strip.their_lost 1
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
expect strip.their_lost 3
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
expect strip.their_lost 5
expect games.strip_poker.won 1
expect legends.DEAL RIVINCITA
