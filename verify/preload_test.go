package verify_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir/interp"
	"heddle/pass"
	"heddle/sim"
	"heddle/verify"
)

// preloadCases are kernels by what they read of their arguments. The first parameter is a memref of i64,
// to which each work-item adds what the others give; dwords is how many are preloaded: up to the last
// that is read, of those that user SGPRs are left for. size is that of the kernarg segment.
var preloadCases = []struct {
	name, types  string // of the parameters after the first
	reads        string // their numbers, from 1
	dwords, size int
}{
	{"pointer only", "", "", 2, 8},
	{"one of each size", "i64, i32, i16, i8", "1 2 3 4", 6, 24},
	{"a byte at the end", "i32, i8", "1 2", 4, 16},
	{"bytes", "i8, i8, i8, i8, i8", "1 3 5", 4, 16},
	{"only the first of many", "i64, i64, i64, i64, i64, i64, i64, i64", "1", 4, 72},
	{"unused in between", "i64, i32, i32, i64", "3", 6, 32},
	{"as many as there is room for", "i64, i64, i64, i64, i64, i64", "1 2 3 4 5 6", 14, 56},
	{"more than there is room for", "i64, i64, i64, i64, i64, i64, i32, i64, i64", "1 2 3 4 5 6 7 8 9", 14, 80},
	{"one beyond", "i64, i64, i64, i64, i64, i64, i64", "7", 2, 64},
	{"hidden", "i8, i8", "0 1 2", 7, 272},
	{"odd dwords", "i32, i64, i32, i64, i32", "1 2 3 4 5", 11, 44},
}

// TestPreload: arguments are the same whether the firmware preloads them or the prologue of the code loads them.
func TestPreload(t *testing.T) {
	for i, c := range preloadCases {
		chip := arch.Chips[i%len(arch.Chips)]
		for _, off := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, off %v", c.name, off), func(t *testing.T) {
				o := verify.Options{Passes: pass.Options{Verify: true}, More: []sim.Options{{NoPreload: true}}}
				want := c.dwords
				if off {
					want, o.Passes.Disable = 0, []string{"preload"}
				}
				r, err := verify.Run(preloadCase(chip, c.types, c.reads), o)
				if err != nil {
					t.Fatal(err)
				}
				d := r.Built.Open().Kernels[0].Descriptor
				if int(d.PreloadLength) != want || d.PreloadOffset != 0 || int(d.UserSGPRCount) != 2+want || int(d.KernargSize) != c.size {
					t.Errorf("%d dwords from %d of %d bytes are preloaded, with %d user SGPRs; want %d of %d bytes",
						d.PreloadLength, d.PreloadOffset, d.KernargSize, d.UserSGPRCount, want, c.size)
				}
			})
		}
	}
}

// preloadCase is a kernel of 2x2x2 workgroups that reads all numbers of its workgroup, and, if argument 0 is
// among the reads, that of workgroups along z, a hidden argument.
func preloadCase(chip *arch.Chip, types, reads string) verify.Case {
	c := verify.Case{Name: "preload.mlir", Chip: chip, Grid: [3]uint32{2, 2, 2}, Block: [3]uint32{64, 1, 1}}
	c.Args = append(c.Args, interp.Pointer(&interp.Buffer{Name: "out", Data: make([]byte, 8*8*64)}))
	params, body := "%out: memref<2x2x2x64xi64>", ""
	sum := "%start"
	if strings.HasPrefix(reads, "0") {
		body = `    %depth = "gpu.grid_dim"() <{dimension = #gpu<dim z>}> : () -> index
    %d = "arith.index_cast"(%depth) : (index) -> i64
    %s0 = "arith.addi"(%start, %d) : (i64, i64) -> i64
`
		sum = "%s0"
	}
	for i, typ := range strings.Split(types, ", ") {
		if typ == "" {
			continue
		}
		n := i + 1
		params += fmt.Sprintf(", %%a%d: %s", n, typ)
		value := binary.LittleEndian.AppendUint64(nil, 0x0123456789abcdef*uint64(2*n+1))
		var bits int
		fmt.Sscanf(typ, "i%d", &bits)
		c.Args = append(c.Args, interp.Bytes(value[:bits/8]))
		if !strings.Contains(" "+reads+" ", fmt.Sprintf(" %d ", n)) {
			continue
		}
		wide := fmt.Sprintf("%%a%d", n)
		if typ != "i64" {
			wide = fmt.Sprintf("%%w%d", n)
			body += fmt.Sprintf("    %s = \"arith.extui\"(%%a%d) : (%s) -> i64\n", wide, n, typ)
		}
		body += fmt.Sprintf("    %%s%d = \"arith.addi\"(%s, %s) : (i64, i64) -> i64\n", n, sum, wide)
		sum = fmt.Sprintf("%%s%d", n)
	}
	list := "memref<2x2x2x64xi64>"
	if types != "" {
		list += ", " + types
	}
	c.Text = fmt.Sprintf(`
"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = (%s) -> ()}> ({
  ^bb0(%s):
    %%t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %%x = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %%y = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
    %%z = "gpu.block_id"() <{dimension = #gpu<dim z>}> : () -> index
    %%start = "arith.index_cast"(%%t) : (index) -> i64
%s    "memref.store"(%s, %%out, %%x, %%y, %%z, %%t) : (i64, memref<2x2x2x64xi64>, index, index, index, index) -> ()
    "gpu.return"() : () -> ()
  }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
}) : () -> ()
`, list, params, body, sum)
	return c
}
