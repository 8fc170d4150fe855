# Three languages, the rules with and without credit, and the history.
expect legends.DEAL GIOCA
press HOLD4
settle
expect legends.DEAL PLAY
press HOLD4
settle
expect legends.DEAL ИГРАТЬ
press HOLD4
settle
expect legends.DEAL GIOCA
lang en
settle
expect legends.HOLD5 RULES
press HOLD5
settle
expect page rules
expect mode attract
expect lamps HOLD2,HOLD5,DEAL
press HOLD2
settle
expect lamps HOLD1,HOLD2,HOLD5,DEAL
press HOLD5
settle
expect mode menu
expect page nothing
press HOLD5
settle
expect page rules
expect lamps HOLD2,DEAL                       # not from attract: no MENU
press DEAL
settle
expect mode menu
press HOLD2
settle
expect lamps HOLD3,HOLD4,HOLD5                      # no credit
press HOLD4
settle
expect page history
expect lamps DEAL
press DEAL
settle
coin 10
settle
press BET
press DEAL
settle
press DEAL
settle
expect language en
cut
expect language en
