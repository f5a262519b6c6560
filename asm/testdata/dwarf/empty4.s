// option version=4
.loc_label start
