# The program dies, the acceptor lives on for its second and keeps what fell.
coin 100
settle
crash
coin 50
wait 0.5
boot
settle
expect credit 15
expect meters.coin_in 15
expect boots 2
crash
wait 5
coin 50                                       # the acceptor has closed itself by now
wait 1
boot
settle
expect credit 15
expect coins_returned 1
