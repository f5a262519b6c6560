package mach

func allocate(f *Func, opt *Options) error { return nil }
