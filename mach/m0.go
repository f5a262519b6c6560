package mach

func reuseM0(f *Func, opt *Options) error { return nil }
