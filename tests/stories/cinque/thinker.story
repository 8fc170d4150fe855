# Nobody is told what to lay: the computer thinks while the player builds, and its hands lie there
# before she can confirm. They are drawn once: neither her changes nor a cut draw them again.
coin 100
settle
press HOLD3
settle
deck AD JC QS 9S 8D 7H 7C
press DEAL
settle
expect state build
expect cinque.ready true
expect cinque.opponents ??,??,??,??,??
cut
expect state build
expect cinque.ready true
press DOUBLE
settle
expect state table
expect legends.DEAL CONFERMA
press HOLD1
settle
press HOLD5
settle
press DEAL
settle
expect cinque.opponents ??,??,??,??,??
press DOUBLE
settle
expect state result
expect cinque.shown 5
expect faults nothing

# What would have been the best answer to that, and back to what she laid.
expect legends.HOLD1 RISPOSTA
press HOLD1
settle
expect legends.HOLD1 "LE TUE MANI"
expect cinque.hands AHKHQHJHTH,ASKSJSTS7S,ACKCQCTC9C,KDQDJDTD9D,8H8C8S9H7D
press HOLD1
settle
expect legends.HOLD1 RISPOSTA
