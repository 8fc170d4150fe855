# The books are closed for good by a technician at the open door; the next ones begin at zero.
key operator on
settle
page coin_test
wait 1
coin 100
settle
expect meters.coin_test 10
door open
settle
page index
pin 54321
settle
expect operator.role technician
page clear
shot clear
press DEAL                                    # asks
settle
expect boots 1
press DEAL
wait 2
expect boots 2
expect meters.coin_test 0
expect credit 0
key operator off
door close
settle
coin 100
settle
expect credit 10
expect meters.coin_in 10
