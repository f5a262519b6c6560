package sim

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"heddle/isa"
)

// scalarAtomicCases: operand and old value to new value, of 32 and of 64 bits
// (ISA manual, S_ATOMIC_ADD and so on).
var scalarAtomicCases = map[string]struct {
	data, old  uint64
	want, wide uint64
}{
	"swap":    {5, 9, 5, 5},
	"cmpswap": {5, 9, 5, 5}, // what it compares with is 9
	"add":     {1, 0xffffffff, 0, 1 << 32},
	"sub":     {1, 0, 0xffffffff, 1<<64 - 1},
	"smin":    {0xfffffffe, 3, 0xfffffffe, 3}, // negative only in 32 bits
	"smax":    {0xfffffffe, 3, 3, 0xfffffffe},
	"umin":    {0xfffffffe, 3, 3, 3},
	"umax":    {0xfffffffe, 3, 0xfffffffe, 0xfffffffe},
	"and":     {6, 12, 4, 4},
	"or":      {6, 12, 14, 14},
	"xor":     {6, 12, 10, 10},
	"inc":     {7, 7, 0, 0},
	"dec":     {7, 0, 7, 7},
}

// TestScalarMemoryRows executes every scalar memory instruction of both
// targets that is not refused.
func TestScalarMemoryRows(t *testing.T) {
	for _, target := range isa.Targets() {
		rows := target.Rows()
		for i := range rows {
			name := InstructionName(&rows[i])
			if rows[i].Unit != isa.UnitSMEM || refusal(target, rows[i].Op) != "" {
				continue
			}
			r := newMemRig(t, target)
			r.setSGPR64(4, r.buf.Addr)
			r.sgpr[6], r.sgpr[7] = rigBytes, 0x20000
			base := "s[4:5]"
			if strings.Contains(name, "buffer") {
				base = "s[4:7]"
			}
			switch {
			case strings.Contains(name, "atomic"):
				testScalarAtomic(t, r, name, base)
			case strings.Contains(name, "load"), strings.Contains(name, "store"):
				testScalarMove(t, r, name, base)
			case strings.Contains(name, "time"):
				r.count = 1 << 40
				r.exec(t, name+" s[20:21]")
				if r.sgpr64(20) == 0 {
					t.Errorf("%s: no time", name)
				}
			case strings.Contains(name, "probe"):
				r.exec(t, fmt.Sprintf("%s 7, %s, 0x0", name, base))
			case strings.Contains(name, "discard"):
				r.exec(t, fmt.Sprintf("%s %s, 0x0", name, base))
			default:
				r.exec(t, name)
			}
			r.good(t)
		}
	}
}

func testScalarMove(t *testing.T, r *memRig, name, base string) {
	dwords := 1
	if _, n, ok := strings.Cut(name, "dwordx"); ok {
		fmt.Sscan(n, &dwords)
	}
	data := "s20"
	if dwords > 1 {
		data = fmt.Sprintf("s[20:%d]", 19+dwords)
	}
	load := strings.Contains(name, "load")
	var b [64]byte
	for i := range dwords {
		if load {
			binary.LittleEndian.PutUint32(b[4*i:], uint32(100+i))
		} else {
			r.sgpr[20+i] = uint32(100 + i)
		}
	}
	if err := r.buf.Write(b[:], 16); err != nil {
		t.Fatal(err)
	}
	r.exec(t, fmt.Sprintf("%s %s, %s, 0x10", name, data, base))
	got := r.bytes(t, SpaceGlobal, 0, 16, 64)
	for i := range 16 {
		want := uint32(0)
		if i < dwords {
			want = uint32(100 + i)
		}
		if v := binary.LittleEndian.Uint32(got[4*i:]); v != want || load && r.sgpr[20+i] != want {
			t.Errorf("%s: dword %d is %d in memory, %d in its register, want %d", name, i, v, r.sgpr[20+i], want)
		}
	}
}

func testScalarAtomic(t *testing.T, r *memRig, name, base string) {
	_, op, _ := strings.Cut(name, "atomic_")
	op, wide := strings.CutSuffix(op, "_x2")
	c, ok := scalarAtomicCases[op]
	if !ok {
		t.Errorf("%s has no case", name)
		return
	}
	size, want := 4, c.want
	if wide {
		size, want = 8, c.wide
	}
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], c.old)
	if err := r.buf.Write(b[:size], 16); err != nil {
		t.Fatal(err)
	}
	r.setSGPR64(20, c.data)
	n := size / 4
	if op == "cmpswap" {
		r.setSGPR64(20+n, c.old)
		n *= 2
	}
	data := "s20"
	if n > 1 {
		data = fmt.Sprintf("s[20:%d]", 19+n)
	}
	r.exec(t, fmt.Sprintf("%s %s, %s, 0x10 glc", name, data, base))
	if got := word(r.bytes(t, SpaceGlobal, 0, 16, size)); got != want {
		t.Errorf("%s: memory is %#x, want %#x", name, got, want)
	}
	old := uint64(r.sgpr[20])
	if wide {
		old = r.sgpr64(20)
	}
	if old != c.old {
		t.Errorf("%s returns %#x, want %#x", name, old, c.old)
	}
}
