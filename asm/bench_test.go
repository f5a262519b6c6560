package asm

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"heddle/arch"
)

// benchSource is a file of about n lines: copies of testdata/bench/body.s,
// which is what a matrix kernel is made of. cmd/heddle's benchmark against
// llvm-mc makes the same file.
func benchSource(b *testing.B, n int) []byte {
	body, err := os.ReadFile("testdata/bench/body.s")
	if err != nil {
		b.Fatal(err)
	}
	var buf bytes.Buffer
	buf.WriteString("\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx950\"\n\t.text\n\t.globl k\n\t.p2align 8\n\t.type k,@function\nk:\n")
	lines := bytes.Count(body, []byte("\n"))
	for i := 0; i*lines < n; i++ {
		fmt.Fprintf(&buf, string(body), i)
	}
	buf.WriteString("\ts_endpgm\n.Lend:\n\t.size k, .Lend-k\n")
	return buf.Bytes()
}

func BenchmarkAssemble(b *testing.B) {
	src := benchSource(b, 50000)
	lines := bytes.Count(src, []byte("\n"))
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Assemble(src, Options{File: "bench.s", Chip: &arch.GFX950}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(lines)*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
}
