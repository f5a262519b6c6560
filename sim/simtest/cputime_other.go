//go:build !linux

package simtest

import "time"

var processStart = time.Now()

// CPUTime stands in for the CPU time that the process has used.
func CPUTime() time.Duration { return time.Since(processStart) }
