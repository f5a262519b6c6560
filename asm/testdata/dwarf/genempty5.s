// option version=5 gen dir=/cd file=b.s
.long 1
