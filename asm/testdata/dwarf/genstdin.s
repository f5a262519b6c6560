// option version=5 gen dir=/cd file=-
s_nop 0
