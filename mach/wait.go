package mach

func insertWaits(f *Func, opt *Options) error { return nil }
