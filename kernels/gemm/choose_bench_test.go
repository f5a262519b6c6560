package gemm

import (
	"testing"

	"heddle/arch"
)

// BenchmarkChoose: the choice is a small part of a compilation.
func BenchmarkChoose(b *testing.B) {
	bf16, err := TypeByName("bf16")
	if err != nil {
		b.Fatal(err)
	}
	p := &Problem{Chip: &arch.GFX950, M: 4096, N: 4096, K: 4096, A: bf16, B: bf16, Layout: NT, Alpha: 1}
	if err := p.Normalize(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		Choose(p)
	}
}
