# DEAL held for a minute starts one game, not many. (RULE-3)
coin 100
settle
press HOLD2
settle
press BET
settle
down DEAL
wait 60
expect state hold
expect meters.turnover 1
expect presses 3
expect faults button_stuck                    # named, and ignored until it is released
up DEAL
settle
expect faults nothing
expect state hold
press DEAL
settle
expect meters.games_played 1
