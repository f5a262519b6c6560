package mach

func schedule(f *Func, opt *Options) error { return nil }
