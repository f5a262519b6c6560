//go:build llvm

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// BenchmarkAssemblers times "heddle asm" and "llvm-mc-22 -filetype=obj" as
// whole processes on the same file of 50,000 lines, one after the other in
// each round, and reports the ratio. heddle links as well.
func BenchmarkAssemblers(b *testing.B) {
	dir := b.TempDir()
	heddle := filepath.Join(dir, "heddle")
	b.Setenv("CGO_ENABLED", "0") // the static binary, as the README says
	if out, err := exec.Command("go", "build", "-o", heddle, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	src := filepath.Join(dir, "bench.s")
	lines := writeBenchSource(b, src, 50000)
	commands := map[string]*exec.Cmd{}
	seconds := map[string]float64{}
	for b.Loop() {
		commands["heddle"] = exec.Command(heddle, "asm", src, "-o", filepath.Join(dir, "h.hsaco"))
		commands["llvm-mc"] = exec.Command("llvm-mc-22", "-triple=amdgcn-amd-amdhsa", "-mcpu=gfx950", "-filetype=obj", src, "-o", filepath.Join(dir, "l.o"))
		for name, c := range commands {
			if out, err := c.CombinedOutput(); err != nil {
				b.Fatalf("%s: %v\n%s", name, err, out)
			}
			seconds[name] += (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
		}
	}
	n := float64(b.N)
	b.ReportMetric(seconds["heddle"]/n*1e3, "heddle-cpu-ms")
	b.ReportMetric(seconds["llvm-mc"]/n*1e3, "llvm-mc-cpu-ms")
	b.ReportMetric(seconds["llvm-mc"]/seconds["heddle"], "ratio")
	b.ReportMetric(float64(lines)*n/seconds["heddle"], "heddle-lines/cpu-s")
}

// writeBenchSource writes the file of asm's BenchmarkAssemble.
func writeBenchSource(b *testing.B, path string, n int) int {
	body, err := os.ReadFile("../../asm/testdata/bench/body.s")
	if err != nil {
		b.Fatal(err)
	}
	var buf bytes.Buffer
	buf.WriteString("\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx950\"\n\t.text\n\t.globl k\n\t.p2align 8\n\t.type k,@function\nk:\n")
	for i := 0; i*bytes.Count(body, []byte("\n")) < n; i++ {
		fmt.Fprintf(&buf, string(body), i)
	}
	buf.WriteString("\ts_endpgm\n.Lend:\n\t.size k, .Lend-k\n")
	if err := os.WriteFile(path, buf.Bytes(), 0o666); err != nil {
		b.Fatal(err)
	}
	return bytes.Count(buf.Bytes(), []byte("\n"))
}
