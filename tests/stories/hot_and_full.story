# The machine below is hot, then cool; its disk fills, its supply dips. Play goes on over all of it.
# It is looked at every ten seconds.
coin 100
settle
press HOLD2
settle
press BET
facts temperature_c 85
wait 10
expect faults hot
expect mode joker_poker
deck KH KD 9S 4C 2D 3H 7H 8C
press DEAL
settle
expect state hold
facts temperature_c 75                        # cooler, and not cool
wait 10
expect faults hot
facts temperature_c 74
wait 10
expect faults nothing
expect state hold                             # the same hand

facts disk_free_bytes 60000000                # early: the ledger can still write
wait 10
expect faults disk_low
coin 100
settle
expect credit 19
press DEAL
settle
expect win 1
press DEAL
settle
expect credit 20
facts disk_free_bytes 6000000000
wait 10
expect faults nothing

facts under_voltage_since_boot on             # a dip between two looks
wait 10
expect faults under_voltage
cut                                           # the same low supply may have been the reason
expect faults under_voltage
expect credit 20
key operator on
settle
key operator off                              # somebody has seen it
settle
expect faults nothing

facts clock_synced off
facts clock_chip off
facts memory_free_bytes 20000000
facts disk_read_only on
facts storage_worn_percent 100
wait 10
expect faults clock_unset,disk_read_only,memory_low,storage_worn
