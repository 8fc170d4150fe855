# MENU pressed twice ends a session that nobody has won; the price is gone, nothing else.
coin 100
press HOLD1
settle
press DEAL
settle
press HOLD4
settle
expect page rules
press DEAL
settle
expect page ""
press HOLD5
expect legends.HOLD5 CONFERMA?
expect mode strip_poker
press HOLD5
settle
expect mode menu
expect meters.games_played 1
expect meters.games_won 0
expect meters.games_lost 0
expect credit 5
press HOLD1
settle
expect state choose
press HOLD2
expect legends.HOLD4 "MAZZO 32"
press HOLD4
expect legends.HOLD4 "MAZZO 52"
press BET
expect legends.BET "LIVELLO 3"
press DEAL
settle
expect credit 0
expect strip.opponent club-notte/rocco
expect strip.deck 52
expect strip.level 3
press DEAL
settle
key operator on
expect mode operator
key operator off
settle
expect mode strip_poker
