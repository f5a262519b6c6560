//go:build llvm && unix

package verify_test

import (
	"flag"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"heddle/arch"
)

var (
	processes = flag.Int("corpus.process", 0, "compare whole processes: heddle build and LLVM's tools, on each Nth kernel")
	times     = flag.Int("corpus.times", 3, "how often each process is measured")
	only      = flag.String("corpus.only", "", "measure only the kernels of this list, with commas")
)

// TestProcessTime measures whole processes on the same file: heddle build, and
// mlir-opt-22 | mlir-translate-22 | llc-22 -O3 | ld.lld-22. CPU time (the least
// of -corpus.times) is what a busy machine leaves alone, nearly; wall time is
// there to see.
func TestProcessTime(t *testing.T) {
	if *processes == 0 {
		return // other work on the machine would be measured, too
	}
	dir := t.TempDir()
	heddle := filepath.Join(dir, "heddle")
	t.Setenv("CGO_ENABLED", "0") // the static binary, as the README says
	if _, err := tool(nil, "go", "build", "-o", heddle, "../cmd/heddle"); err != nil {
		t.Fatal(err)
	}
	chip := &arch.GFX950
	var b strings.Builder
	b.WriteString("| kernel | heddle build: CPU, wall ms | LLVM's tools: CPU, wall ms | factor: CPU, wall |\n|---|--:|--:|--:|\n")
	var cpu, wall []float64
	var least string
	for i, c := range readCases(t) {
		if !c.On(chip) || i%*processes != 0 || *only != "" && !slices.Contains(strings.Split(*only, ","), c.Name) {
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
		if cpu[len(cpu)-1] <= slices.Min(cpu) {
			least = c.Name
		}
		fmt.Fprintf(&b, "| %s | %.1f, %.1f | %.1f, %.1f | %.1f, %.1f |\n", c.Name, ourCPU, ourWall, theirCPU, theirWall, theirCPU/ourCPU, theirWall/ourWall)
	}
	t.Logf("\n%sgeometric mean of the factors: CPU %.1f, wall %.1f", &b, geometricMean(cpu), geometricMean(wall))
	t.Logf("least factor of CPU: %.1f, %s", slices.Min(cpu), least)
}

// leastProcess is the least CPU and wall time of processes that f runs, in ms.
func leastProcess(t *testing.T, f func() error) (cpu, wall float64) {
	t.Helper()
	cpu, wall = math.Inf(1), math.Inf(1)
	for range *times {
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
