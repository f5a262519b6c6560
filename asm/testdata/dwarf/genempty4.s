// option version=4 gen dir=/cd file=b.s
.long 1
