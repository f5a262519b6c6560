package isa_test

import (
	"bufio"
	"compress/gzip"
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"heddle/asm"
	"heddle/isa"
)

// The files in testdata/vectors were made with LLVM 22: every opcode of both
// chips disassembled and assembled again. Their first column is the target
// that a line is for, or "both".

// vector is a line of vectors.tsv.gz or altforms.tsv.gz.
type vector struct {
	targets   []*isa.Target
	text, hex string
	canonical string // altforms: what the disassembler prints
}

func readVectors(tb testing.TB, name string) []vector {
	f, err := os.Open("testdata/vectors/" + name)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		tb.Fatal(err)
	}
	var vs []vector
	for sc := bufio.NewScanner(z); sc.Scan(); {
		c := strings.Split(sc.Text(), "\t")
		v := vector{text: c[1], hex: c[2], canonical: c[1]}
		if len(c) == 4 {
			v.canonical = c[3]
		}
		for _, t := range isa.Targets() {
			if c[0] == "both" || c[0] == t.Chip.Name {
				v.targets = append(v.targets, t)
			}
		}
		vs = append(vs, v)
	}
	if len(vs) < 1000 {
		tb.Fatalf("%s has %d lines", name, len(vs))
	}
	return vs
}

// complain reports the first few of many errors.
type complain struct {
	t *testing.T
	n int
}

func (c *complain) errorf(format string, args ...any) {
	if c.n++; c.n <= 20 {
		c.t.Errorf(format, args...)
	}
}

// TestVectors: text to bytes and bytes to text, each line both ways.
func TestVectors(t *testing.T) {
	c := complain{t: t}
	for _, v := range readVectors(t, "vectors.tsv.gz") {
		want, err := hex.DecodeString(v.hex)
		if err != nil {
			t.Fatal(err)
		}
		for _, target := range v.targets {
			parsed, fault := target.Parse(v.text, nil)
			if fault != nil {
				c.errorf("%s: %s: %v", target.Chip.Name, v.text, fault)
				continue
			}
			checkBytes(&c, v, want, &parsed)
			decoded, err := target.Decode(want)
			if err != nil {
				c.errorf("%s: %s: %v", target.Chip.Name, v.hex, err)
				continue
			}
			checkBytes(&c, v, want, &decoded)
			if decoded.String() != v.text || decoded.Size() != len(want) {
				c.errorf("%s: %s is %s, %d bytes; want %s, %d bytes", target.Chip.Name, v.hex, decoded.String(), decoded.Size(), v.text, len(want))
			}
			if parsed.String() != v.text {
				c.errorf("%s: %s prints as %s", target.Chip.Name, v.text, parsed.String())
			}
		}
	}
	t.Logf("%d errors", c.n)
}

func checkBytes(c *complain, v vector, want []byte, inst *isa.Inst) {
	var buf [isa.MaxSize]byte
	if n := inst.Encode(&buf); string(buf[:n]) != string(want) || n != inst.Size() {
		c.errorf("%s: %x, size %d; want %s", v.text, buf[:n], inst.Size(), v.hex)
	}
}

// TestAltForms: other spellings of an instruction, with expressions.
func TestAltForms(t *testing.T) {
	c := complain{t: t}
	for _, v := range readVectors(t, "altforms.tsv.gz") {
		for _, target := range v.targets {
			b, err := asm.AssembleLine(target, v.text)
			if err != nil || hex.EncodeToString(b) != v.hex {
				c.errorf("%s: %s: %x, want %s (%v)", target.Chip.Name, v.text, b, v.hex, err)
				continue
			}
			if inst, err := target.Decode(b); err != nil || inst.String() != v.canonical {
				c.errorf("%s: %s is %s, want %s (%v)", target.Chip.Name, v.hex, inst.String(), v.canonical, err)
			}
		}
	}
	t.Logf("%d errors", c.n)
}

func readLines(t *testing.T, name string) [][]string {
	data, err := os.ReadFile("testdata/vectors/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var lines [][]string
	for _, l := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		lines = append(lines, strings.Split(l, "\t"))
	}
	return lines
}

// TestErrors: lines that LLVM refuses. The message has a place in the line;
// where there is such an instruction it lists what is accepted, and an
// instruction of another chip is said to be one.
func TestErrors(t *testing.T) {
	for _, target := range isa.Targets() {
		for _, l := range readLines(t, "errors_"+target.Chip.Name+".tsv") {
			category, line := l[0], l[1]
			inst, fault := target.Parse(line, nil)
			if fault == nil {
				t.Errorf("%s: accepted: %s as %s (%s)", target.Chip.Name, line, inst.String(), category)
				continue
			}
			if fault.Msg == "" || fault.Pos < 0 || fault.Pos > len(line) || fault.End <= fault.Pos {
				t.Errorf("%s: %s: %q at %d to %d", target.Chip.Name, line, fault.Msg, fault.Pos, fault.End)
			}
			if strings.Contains(category, "gfx950-only op") && !strings.Contains(fault.Msg, "instruction of gfx950") {
				t.Errorf("%s: %s: message does not say which chip has it: %s", target.Chip.Name, line, fault.Msg)
			}
			unknown := strings.HasPrefix(fault.Msg, "unknown instruction") || strings.Contains(fault.Msg, "is not supported on")
			if len(fault.Notes) == 0 && !unknown {
				t.Errorf("%s: %s: %s: no accepted forms", target.Chip.Name, line, fault.Msg)
			}
		}
	}
}

// TestErrorPlaces pins messages and columns of one mistake of each kind.
func TestErrorPlaces(t *testing.T) {
	for _, tt := range []struct{ line, at, msg string }{
		{"v_add_f32 v0, v[1:2], v3", "v[1:2]", "v[1:2] has 64 bits, this operand has 32"},
		{"v_add_f64 v[0:1], v[3:4], v[4:5]", "v[3:4]", "even register"},
		{"buffer_load_dword v0, v[1:2], s[0:3], s7 offen idxen", "v[1:2]", "even register"},
		{"s_mov_b64 s[0:1], s[3:4]", "s[3:4]", "start at a multiple of 2"},
		{"s_load_dwordx4 s[2:5], s[6:7], 0x0", "s[2:5]", "start at a multiple of 4"},
		{"s_mov_b32 s2, 0x1C0000000", "0x1C0000000", "does not fit in 32 bits"},
		{"v_add_f32 v0, s1, s2", "s2", "at most one scalar register or literal"},
		{"v_add_f32_e64 v0, 0x12345, v2", "0x12345", "cannot have a literal"},
		{"buffer_load_dword v0, off, s[0:3], 0 offset:4096", "offset:4096", "0 to 4095"},
		{"global_load_dword v0, v[2:3], off offset:-4097", "offset:-4097", "-4096 to 4095"},
		{"v_add_f32_e32 v0, v1, v2 clamp", "clamp", "not a modifier of v_add_f32_e32"},
		{"s_waitcnt vmcnt(64)", "64", "0 to 63"},
		{"v_add_f33 v0, v1, v2", "v_add_f33", "unknown instruction"},
		{"v_fma_f32_e32 v0, v1, v2, v3", "v_fma_f32_e32", "no e32 encoding"},
		{"v_mfma_f32_16x16x16_f16 a[0:3], v[0:1], v[4:5], v[0:3]", "v[0:3]", "VGPRs or AGPRs"},
		{"v_mov_b32_dpp v0, v1 quad_perm:[0,1,2,4]", "4", "lanes of quad_perm are 0 to 3"},
	} {
		_, fault := isa.GFX950.Parse(tt.line, nil)
		if fault == nil {
			t.Errorf("accepted: %s", tt.line)
			continue
		}
		at := strings.LastIndex(tt.line, tt.at)
		if fault.Pos != at || fault.End != at+len(tt.at) || !strings.Contains(fault.Msg, tt.msg) {
			t.Errorf("%s: %q at %d to %d; want %q at %d to %d", tt.line, fault.Msg, fault.Pos, fault.End, tt.msg, at, at+len(tt.at))
		}
	}
}

// refused are the dubious lines of lenient.tsv that LLVM takes and Heddle
// does not, because LLVM silently drops a part of what was written or encodes
// a reserved number. All others give LLVM's bytes: they leave out what can
// only be meant (vcc, an offset of 0, a comma, trailing elements of a list).
var refused = map[string]string{
	"buffer_load_dword v0, off, s[0:3], 0 offset:4096": "encodes offset 0",
	"s_nop 65536":                                                "encodes s_nop 0",
	"s_waitcnt 65536":                                            "encodes a wait for everything",
	"v_bitop3_b32 v0, v1, v2, v3 bitop3:256":                     "encodes bitop3:0",
	"v_bitop3_b32 v0, v1, v2, v3 bitop3:-1":                      "the table has 8 bits: write 0xff",
	"v_mov_b32_dpp v0, v1 row_shl:1 row_mask:0x10 bank_mask:0xf": "encodes row_mask:0",
	"v_mov_b32_dpp v0, v1 row_shl:1 row_mask:0xf bank_mask:0x10": "encodes bank_mask:0",
	"s_mov_b32 scc, s0":                                          "encodes a reserved register number",
	"v_pk_fma_f16 v0, v1, v2, v3 op_sel:[1,0,0,1]":               "drops the fourth element",
	"v_mov_b32 v0, 1.0e":                                         "reads a malformed number as 1.0",
}

func TestLenient(t *testing.T) {
	seen := 0
	for _, l := range readLines(t, "lenient.tsv") {
		line, want := l[0], l[1]
		inst, fault := isa.GFX950.Parse(line, nil)
		if why, ok := refused[line]; ok {
			seen++
			if fault == nil {
				t.Errorf("%s: accepted, but LLVM %s", line, why)
			}
			continue
		}
		var buf [isa.MaxSize]byte
		if fault != nil {
			t.Errorf("%s: %v", line, fault)
		} else if n := inst.Encode(&buf); hex.EncodeToString(buf[:n]) != want {
			t.Errorf("%s: %x, want %s", line, buf[:n], want)
		}
	}
	if seen != len(refused) {
		t.Errorf("%d of the %d refused lines are in the file", seen, len(refused))
	}
}
