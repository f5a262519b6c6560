//go:build !linux

package build_test

import "time"

var processStart = time.Now()

// cpuTime stands in for the CPU time that the process has used.
func cpuTime() time.Duration { return time.Since(processStart) }
