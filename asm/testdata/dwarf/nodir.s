// option version=4 dir=/comp
.file 0 "a.c"
