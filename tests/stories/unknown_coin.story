# Five cents are no whole number of credits: the coin comes back and is counted.
coin 5
settle
wait 1
expect credit 0
expect coins_returned 1
expect meters.coin_in 0
coin 3                                        # nothing the acceptor knows
settle
wait 1
expect coins_returned 2
coin 10
settle
expect credit 1
