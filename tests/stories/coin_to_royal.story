# One euro becomes ten credits, five of them a natural royal that pays 5000.
expect mode attract
expect credit 0
expect lamps HOLD1,HOLD2,HOLD3,HOLD4,HOLD5,DEAL,BET
expect health.coin ready
coin 100
settle
expect credit 10
expect meters.coin_in 10
expect mode menu
press HOLD2
settle
expect mode joker_poker
expect state betting
expect bet 0
expect lamps HOLD2,HOLD3,HOLD4,HOLD5,BET,DOUBLE     # no bet yet: DEAL is dark
deck AH KH QH JH TH
press DOUBLE                                  # the maximum bet deals at once
settle
expect state hold
expect credit 5
expect bet 5
expect chips 5
expect cards AH,KH,QH,JH,TH
expect held 1,2,3,4,5                         # the proposal
expect lamps HOLD1,HOLD2,HOLD3,HOLD4,HOLD5,DEAL,DOUBLE
expect meters.turnover 5
shot royal-hold
press DEAL
settle
expect state win
expect win 5000
expect credit 5
expect meters.won 5000
expect lamps DEAL                             # above the doubling limit: INCASSA only
shot royal-win
press DEAL
settle
expect state betting
expect credit 5005
expect win 0
expect bet 5
expect meters.games_played 1
expect meters.games_won 1
expect games.joker_poker.played 1
expect games.joker_poker.won 1
expect games.joker_poker.staked 5
expect games.joker_poker.paid 5000
expect presses 4
