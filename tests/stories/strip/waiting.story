# A deal waits under the attract pictures; a key takes them away and does nothing else.
coin 100
press HOLD1
settle
press DEAL
settle
press DEAL
settle
expect state b1_first
wait 91
expect mode strip_poker
expect state b1_first
press HOLD1
expect legends.HOLD1 PASSO
settle
press HOLD1
expect legends.HOLD1 CONFERMA?
