package reference

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Parallel calls f for 0 to n-1 on all cores, and panics if one of them does.
func Parallel(n int, f func(i int)) {
	var next atomic.Int64
	var fault atomic.Value
	var wait sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		wait.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					fault.CompareAndSwap(nil, &p)
				}
			}()
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				f(int(i))
			}
		})
	}
	wait.Wait()
	if p, ok := fault.Load().(*any); ok {
		panic(*p)
	}
}
