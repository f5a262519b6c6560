//go:build !amd64

package lanes

// Best returns the best level that the CPU has.
func Best() Level { return None }

// Kernels returns the kernels of a level, nil if it has none.
func (l Level) Kernels() *Set { return nil }
