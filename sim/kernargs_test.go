package sim_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"heddle/sim"
)

// argsMetadata describes a kernel with a pointer, two numbers of 4 bytes and one
// of 8, and a hidden argument.
const argsMetadata = `amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: 40
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 96
    .vgpr_count: 128
    .max_flat_workgroup_size: 64
    .args:
      - {.name: out, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}
      - {.name: m, .offset: 8, .size: 4, .value_kind: by_value}
      - {.name: n, .offset: 12, .size: 4, .value_kind: by_value}
      - {.name: p, .offset: 16, .size: 8, .value_kind: by_value}
      - {.offset: 32, .size: 4, .value_kind: hidden_block_count_x}`

// copyArgs copies 40 bytes of arguments to where the first 8 point.
const copyArgs = `	s_load_dwordx8 s[4:11], s[0:1], 0x0
	s_load_dwordx2 s[12:13], s[0:1], 0x20
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v20, 0
` + storeSGPRs + `	s_endpgm`

const storeSGPRs = `	v_mov_b32 v0, s4
	v_mov_b32 v1, s5
	v_mov_b32 v2, s6
	v_mov_b32 v3, s7
	global_store_dwordx4 v20, v[0:3], s[4:5]
	v_mov_b32 v4, s8
	v_mov_b32 v5, s9
	v_mov_b32 v6, s10
	v_mov_b32 v7, s11
	global_store_dwordx4 v20, v[4:7], s[4:5] offset:16
	v_mov_b32 v8, s12
	v_mov_b32 v9, s13
	global_store_dwordx2 v20, v[8:9], s[4:5] offset:32
`

func argsText(m, n, p, hidden uint32) string {
	return fmt.Sprintf("m=%d n=%d p=%d hidden=%d", m, n, p, hidden)
}

// TestKernargs: where arguments come to lie.
func TestKernargs(t *testing.T) {
	num := func(v int32) sim.Arg { return sim.Value(v) }
	const three = "m=1 n=2 p=3 hidden=5"
	for _, c := range []struct {
		name string
		args func(out sim.Arg) []sim.Arg
		raw  func(out uint64) []byte
		want string // the arguments, or a part of the error
	}{
		{"in order", func(out sim.Arg) []sim.Arg { return []sim.Arg{out, num(1), num(2), sim.Value(int64(3))} }, nil, three},
		{"by offset, others in order", func(out sim.Arg) []sim.Arg { return []sim.Arg{sim.Value(int64(3)).At(16), out, num(2).At(12), num(1)} }, nil, three},
		{"by name", func(out sim.Arg) []sim.Arg {
			return []sim.Arg{num(2).Named("n"), sim.Value(int64(3)).Named("p"), num(1).Named("m"), out}
		}, nil, three},
		{"a pair at once", func(out sim.Arg) []sim.Arg {
			return []sim.Arg{out, sim.Value(int64(2<<32 | 1)).At(8), sim.Value(int64(3))}
		}, nil, three},
		{"a structure", func(out sim.Arg) []sim.Arg {
			return []sim.Arg{out, sim.Bytes([]byte{1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 9, 9, 9, 9}).At(8)}
		}, nil, three},
		{"over a hidden one", func(out sim.Arg) []sim.Arg {
			return []sim.Arg{out, num(1), num(2), sim.Value(int64(3)), num(77).At(32)}
		}, nil, "m=1 n=2 p=3 hidden=77"},
		{"raw, with an address in it", func(out sim.Arg) []sim.Arg { return []sim.Arg{out.At(0)} }, func(uint64) []byte {
			return []byte{0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0}
		}, three},
		{"all raw", func(sim.Arg) []sim.Arg { return nil }, func(out uint64) []byte {
			b := make([]byte, 40)
			binary.LittleEndian.PutUint64(b, out)
			b[8], b[12], b[16], b[32] = 1, 2, 3, 8
			return b
		}, "m=1 n=2 p=3 hidden=8"},
		{"raw too short", func(out sim.Arg) []sim.Arg { return []sim.Arg{out} }, func(uint64) []byte { return make([]byte, 20) }, "no value for p (8 bytes at 16)"},
		{"raw too long", func(out sim.Arg) []sim.Arg { return []sim.Arg{out} }, func(uint64) []byte { return make([]byte, 41) }, "41 bytes of arguments given, but kernel k has 40"},
		{"one missing", func(out sim.Arg) []sim.Arg { return []sim.Arg{out, num(2).At(12), sim.Value(int64(3)).Named("p")} }, nil, "takes 4 arguments, 3 are given (global_buffer out, by_value m, by_value n, by_value p): no value for m (4 bytes at 8)"},
		{"several missing", func(out sim.Arg) []sim.Arg { return []sim.Arg{out} }, nil, "takes 4 arguments, 1 are given (global_buffer out, by_value m, by_value n, by_value p): no value for m (4 bytes at 8), n (4 bytes at 12), p (8 bytes at 16)"},
		{"one too many", func(out sim.Arg) []sim.Arg { return []sim.Arg{out, num(1), num(2), sim.Value(int64(3)), num(4)} }, nil, "takes 4 arguments, 5 are given"},
		{"twice at one place", func(out sim.Arg) []sim.Arg { return []sim.Arg{out, num(1).At(8), num(2).At(8), sim.Value(int64(3))} }, nil, "argument 2 of kernel k has bytes 8 to 12, where argument 1 is already"},
		{"twice by name", func(out sim.Arg) []sim.Arg { return []sim.Arg{out, num(1).Named("m"), num(2).Named("m")} }, nil, "where argument 1 is already"},
		{"two that overlap", func(out sim.Arg) []sim.Arg { return []sim.Arg{out, sim.Bytes(make([]byte, 12)).At(8), num(2).At(16)} }, nil, "argument 2 of kernel k has bytes 16 to 20, which is not the whole of the kernel's argument (p) of 8 bytes at 16"},
		{"behind the end", func(out sim.Arg) []sim.Arg { return []sim.Arg{out, num(1).At(999)} }, nil, "ends at byte 1003, but the kernel has 40 bytes"},
		{"half of one", func(out sim.Arg) []sim.Arg { return []sim.Arg{out.At(4)} }, nil, "argument 0 of kernel k has bytes 4 to 12, which is not the whole of the kernel's argument (out) of 8 bytes at 0"},
		{"more than the last", func(out sim.Arg) []sim.Arg { return []sim.Arg{out, sim.Value(int64(1)).At(12)} }, nil, "not the whole of the kernel's argument (p) of 8 bytes at 16"},
		{"no such name", func(out sim.Arg) []sim.Arg { return []sim.Arg{out, num(1).Named("q")} }, nil, `kernel k has no argument "q"; it has out, m, n, p`},
		{"name and another's place", func(out sim.Arg) []sim.Arg { return []sim.Arg{out, num(1).Named("m").At(12)} }, nil, "is given offset 12, but m is at 8"},
		{"name of another size", func(out sim.Arg) []sim.Arg { return []sim.Arg{out, num(1).Named("p")} }, nil, "argument 1 (p) of kernel k has 8 bytes (by_value), 4 are given"},
	} {
		src := coreSource{body: copyArgs, metadata: argsMetadata, directives: []string{"kernarg_size 40"}}
		d, k := src.load(t)
		out, err := d.Alloc(40)
		if err != nil {
			t.Fatal(err)
		}
		l := sim.Launch{Kernel: k, Grid: [3]uint32{5, 1, 1}, Block: [3]uint32{1, 1, 1}, Workgroups: []int{0}, Args: c.args(sim.Pointer(out))}
		if c.raw != nil {
			l.Kernarg = c.raw(out.Addr)
		}
		got := ""
		if _, err := d.Run(l); err != nil {
			got = err.Error()
		} else {
			b := make([]byte, 40)
			if err := out.Read(b, 0); err != nil {
				t.Fatal(err)
			}
			word := func(at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }
			if got = argsText(word(8), word(12), word(16), word(32)); !bytes.Equal(b[:8], binary.LittleEndian.AppendUint64(nil, out.Addr)) {
				got = "another pointer"
			}
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
}
