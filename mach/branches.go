package mach

func layoutBranches(f *Func, opt *Options) error { return nil }
