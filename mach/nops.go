package mach

func insertNops(f *Func, opt *Options) error { return nil }
