//go:build !amd64

package lanes

// Memory returns the kernels of memory accesses of a level, nil if it has none.
func (l Level) Memory() *Memory { return nil }
