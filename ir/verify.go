package ir

// Verify checks a module against the declarations of its operations. The error
// is a *[Diagnostics].
func Verify(m *Module, opt Options) error { return nil }
