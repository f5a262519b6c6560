package simtest

import (
	"syscall"
	"time"
)

// CPUTime is the CPU time that the process has used: on a busy machine it says
// more than a clock.
func CPUTime() time.Duration {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
