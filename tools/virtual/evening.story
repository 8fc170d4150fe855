# What tools/vm --story plays by itself: a coin, a hand, a power cut, a pulled cable, a hang.
see attract
expect health.coin ready|degraded   # a slow machine has late answers
coin 100
expect credit 10
see credit
press HOLD2                    # Joker Poker
expect mode joker_poker
press BET
press DEAL
expect state hold
expect stake 1
wait 10                        # the cards fly
shot dealt
cut                            # the same five cards, the same credit
shot after_cut
press HOLD1
press DEAL
expect drawn true
unplug coin
expect health.coin unplugged
plug coin
expect health.coin ready|degraded
coin 50
expect coin_in 15
hang                           # the watchdog ends it, systemd starts it again
expect health.coin ready|degraded
coin 20
expect coin_in 17
crash                          # killed outright, and started again
books
