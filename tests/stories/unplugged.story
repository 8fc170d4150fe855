# The acceptor's cable is pulled in the middle of a game: play goes on, coins come back later.
coin 100
settle
press HOLD2
settle
unplug coin
wait 3
expect health.coin unplugged
expect faults coin
expect mode joker_poker
press BET
press DEAL
settle
expect state hold
plug coin
wait 15
expect health.coin ready
expect faults nothing
coin 10
settle
expect credit 10
