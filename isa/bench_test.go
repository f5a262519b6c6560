package isa_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"testing"

	"heddle/asm"
	"heddle/isa"
)

// benchVectors gives the gfx950 vectors as one stream of code and as lines.
func benchVectors(b *testing.B) (code []byte, lines []string) {
	for _, v := range readVectors(b, "vectors.tsv.gz") {
		if v.targets[len(v.targets)-1] != isa.GFX950 {
			continue
		}
		w, err := hex.DecodeString(v.hex)
		if err != nil {
			b.Fatal(err)
		}
		code, lines = append(code, w...), append(lines, v.text)
	}
	return code, lines
}

func rate(b *testing.B) {
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Minst/s")
}

// BenchmarkDecode decodes the code of a matrix kernel (the file that package
// asm is measured with), one instruction an operation.
func BenchmarkDecode(b *testing.B) {
	body, err := os.ReadFile("../asm/testdata/bench/body.s")
	if err != nil {
		b.Fatal(err)
	}
	var src bytes.Buffer
	for i := range 1000 {
		fmt.Fprintf(&src, string(body), i)
	}
	res, err := asm.Assemble(src.Bytes(), asm.Options{File: "body.s", Chip: isa.GFX950.Chip})
	if err != nil {
		b.Fatal(err)
	}
	decodeAll(b, res.Module.Sections[0].Data)
}

// BenchmarkDecodeVectors decodes the vectors, whose operands are as random as
// code never is.
func BenchmarkDecodeVectors(b *testing.B) {
	code, _ := benchVectors(b)
	decodeAll(b, code)
}

func decodeAll(b *testing.B, code []byte) {
	b.ReportAllocs()
	rest := code
	for b.Loop() {
		if len(rest) == 0 {
			rest = code
		}
		inst, err := isa.GFX950.Decode(rest)
		if err != nil {
			b.Fatal(err)
		}
		rest = rest[inst.Size():]
	}
	rate(b)
}

// BenchmarkEncode encodes them again.
func BenchmarkEncode(b *testing.B) {
	_, lines := benchVectors(b)
	insts := parseAll(b, lines)
	var buf [isa.MaxSize]byte
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		insts[i%len(insts)].Encode(&buf)
	}
	rate(b)
}

// BenchmarkParse parses their text.
func BenchmarkParse(b *testing.B) {
	_, lines := benchVectors(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, fault := isa.GFX950.Parse(lines[i%len(lines)], nil); fault != nil {
			b.Fatal(fault)
		}
	}
	rate(b)
}

// BenchmarkPrint prints them.
func BenchmarkPrint(b *testing.B) {
	_, lines := benchVectors(b)
	insts := parseAll(b, lines)
	text := make([]byte, 0, 256)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		text = insts[i%len(insts)].AppendText(text[:0])
	}
	rate(b)
}

func parseAll(b *testing.B, lines []string) []isa.Inst {
	insts := make([]isa.Inst, len(lines))
	for i, l := range lines {
		inst, fault := isa.GFX950.Parse(l, nil)
		if fault != nil {
			b.Fatal(fault)
		}
		insts[i] = inst
	}
	return insts
}
