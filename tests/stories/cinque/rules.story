# At its table only the rules of Cinque Mani are read: five leaves, and back to the stake.
coin 10
settle
press HOLD3
settle
expect mode cinque_mani
press HOLD4
settle
expect page rules
expect lamps HOLD2,DEAL
press HOLD2
settle
expect lamps HOLD1,HOLD2,DEAL
press HOLD2
settle
press HOLD2
settle
expect lamps HOLD1,HOLD2,DEAL
press HOLD2
settle
expect lamps HOLD1,DEAL                       # the fifth is the last
press DEAL
settle
expect mode cinque_mani
expect page nothing
expect legends.HOLD4 REGOLE
