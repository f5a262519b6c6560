//go:build llvm && unix

package verify_test

import (
	"flag"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"heddle/arch"
)

var processes = flag.Int("corpus.process", 0, "compare whole processes: heddle build and LLVM's tools, on each Nth kernel")

// TestProcessTime measures whole processes on the same file: heddle build, and
// mlir-opt-22 | mlir-translate-22 | llc-22 -O3 | ld.lld-22. CPU time (the least
// of three) is what a busy machine leaves alone; wall time is there to see.
func TestProcessTime(t *testing.T) {
	if *processes == 0 {
		return // other work on the machine would be measured, too
	}
	dir := t.TempDir()
	heddle := filepath.Join(dir, "heddle")
	if _, err := tool(nil, "go", "build", "-o", heddle, "../cmd/heddle"); err != nil {
		t.Fatal(err)
	}
	chip := &arch.GFX950
	var b strings.Builder
	b.WriteString("| kernel | heddle build: CPU, wall ms | LLVM's tools: CPU, wall ms | factor: CPU, wall |\n|---|--:|--:|--:|\n")
	var cpu, wall []float64
	for i, c := range readCases(t) {
		if !c.On(chip) || i%*processes != 0 {
			continue
		}
		ourCPU, ourWall := leastProcess(t, func() error {
			_, err := tool(nil, heddle, "build", c.File, "--mcpu", chip.Name, "-o", filepath.Join(dir, "k.hsaco"))
			return err
		})
		theirCPU, theirWall := leastProcess(t, func() error {
			_, err := compileLLVM(c, chip, dir, nil)
			return err
		})
		cpu, wall = append(cpu, theirCPU/ourCPU), append(wall, theirWall/ourWall)
		fmt.Fprintf(&b, "| %s | %.1f, %.1f | %.1f, %.1f | %.1f, %.1f |\n", c.Name, ourCPU, ourWall, theirCPU, theirWall, theirCPU/ourCPU, theirWall/ourWall)
	}
	t.Logf("\n%sgeometric mean of the factors: CPU %.1f, wall %.1f", &b, geometricMean(cpu), geometricMean(wall))
}

// leastProcess is the least CPU and wall time of processes that f runs, in ms.
func leastProcess(t *testing.T, f func() error) (cpu, wall float64) {
	t.Helper()
	cpu, wall = math.Inf(1), math.Inf(1)
	for range timings {
		before, start := childrenTime(t), time.Now()
		if err := f(); err != nil {
			t.Fatal(err)
		}
		wall = min(wall, time.Since(start).Seconds()*1e3)
		cpu = min(cpu, (childrenTime(t)-before).Seconds()*1e3)
	}
	return cpu, wall
}

func childrenTime(t *testing.T) time.Duration {
	t.Helper()
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &r); err != nil {
		t.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
