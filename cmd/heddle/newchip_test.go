package main

import (
	"bytes"
	"encoding/binary"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/kernels/gemm"
	"heddle/kernels/gemm/gemmtest"
)

// What it takes to add a chip whose instructions another one has: a row of
// facts. These tests add four. Two are what the chips that we have are, under
// other names, and must give what those give; the other two lack facts, which
// is refused by name wherever it matters.

var everyChipProblem = flag.Bool("newchip.all", false, "run every type and layout of GEMM on copies of the chips, with all checks")

// The names are as long as those of the chips that they are copies of, so that
// nothing moves in ELF files and tables.
var (
	copy942 = copyOf(&arch.GFX942, "gfx940", 0x40)
	copy950 = copyOf(&arch.GFX950, "gfx959", 0x7f)
	vague   = func() *arch.Chip {
		c := copyOf(&arch.GFX942, "gfx94f", 0x7e)
		c.FP8, c.BF8, c.MatrixSums, c.LDSReads, c.LDSWrites = nil, nil, arch.Fact{}, nil, nil
		return c
	}()
	mute = func() *arch.Chip {
		c := copyOf(&arch.GFX942, "gfx94e", 0x7d)
		c.Instructions = ""
		return c
	}()
)

// originals are the chips of which the copies that have cards are copies.
var originals = map[*arch.Chip]*arch.Chip{copy942: &arch.GFX942, copy950: &arch.GFX950}

func copyOf(c *arch.Chip, name string, mach uint32) *arch.Chip {
	x := *c
	x.Name, x.Mach, x.Subarch = name, mach, "amdgpu9."+name[4:]
	return &x
}

// addChips makes chips known until the test ends.
func addChips(t *testing.T, chips ...*arch.Chip) {
	t.Helper()
	old := arch.Chips
	arch.Chips = append(old[:len(old):len(old)], chips...)
	cards := arch.Products
	for _, c := range chips {
		if like := arch.DefaultProduct(originals[c]); like != nil { // a chip comes with its card
			card := *like
			card.Name, card.Chip = "card of "+c.Name, c
			arch.Products = append(arch.Products[:len(arch.Products):len(arch.Products)], &card)
		}
	}
	t.Cleanup(func() { arch.Chips, arch.Products = old, cards })
}

// heddleOn runs a command in a folder of its own, with CHIP in arguments and
// files replaced by the chip's name. It returns its output and the files that
// there are then.
func heddleOn(t *testing.T, chip *arch.Chip, files map[string]string, command string) (code int, out, errors string, after map[string][]byte) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if name == "" {
			continue
		}
		if err := os.WriteFile(name, []byte(strings.ReplaceAll(text, "CHIP", chip.Name)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr bytes.Buffer
	for _, line := range strings.Split(command, "\n") {
		code = run(strings.Fields(strings.ReplaceAll(line, "CHIP", chip.Name)), strings.NewReader(""), &stdout, &stderr)
		if code != exitOK {
			break
		}
	}
	after = map[string][]byte{}
	names, err := filepath.Glob("*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		after[name] = text
	}
	return code, stdout.String(), stderr.String(), after
}

// renamed is what a copy of a chip should give for what the chip gives.
func renamed(from, to *arch.Chip, b []byte) []byte {
	b = bytes.ReplaceAll(b, []byte(from.Name), []byte(to.Name))
	const mach = 48 // of e_flags in the header of an ELF file
	if bytes.HasPrefix(b, []byte("\x7fELF")) {
		b[mach] = byte(to.Mach)
	}
	return b
}

// same runs a command on a chip and on its copy and compares. Times are on
// standard error and are not looked at.
func same(t *testing.T, chip, copied *arch.Chip, files map[string]string, command string) (out string) {
	t.Helper()
	code, want, errors, wantFiles := heddleOn(t, chip, files, command)
	if code != exitOK {
		t.Fatalf("%s on %s: exit code %d\n%s%s", command, chip.Name, code, want, errors)
	}
	code, got, errors, gotFiles := heddleOn(t, copied, files, command)
	if code != exitOK {
		t.Fatalf("%s on %s: exit code %d\n%s%s", command, copied.Name, code, got, errors)
	}
	if w := string(renamed(chip, copied, []byte(want))); got != w {
		wantLines, gotLines := strings.Split(w, "\n"), strings.Split(got, "\n")
		at := 0
		for at < min(len(wantLines), len(gotLines))-1 && wantLines[at] == gotLines[at] {
			at++
		}
		t.Errorf("%s: line %d of %d on %s is\n%s\nof %d on %s\n%s", command, at+1, len(gotLines), copied.Name, gotLines[at], len(wantLines), chip.Name, wantLines[at])
	}
	if len(gotFiles) != len(wantFiles) {
		t.Errorf("%s: %d files on %s, %d on %s", command, len(gotFiles), copied.Name, len(wantFiles), chip.Name)
	}
	for name, text := range wantFiles {
		if _, given := files[name]; given {
			continue
		}
		if w := renamed(chip, copied, text); !bytes.Equal(gotFiles[name], w) {
			t.Errorf("%s: %s of %s is not that of %s", command, name, copied.Name, chip.Name)
		}
	}
	return got
}

// widenFP8 converts 0x38, which is 1 in OCP fp8 and 0.5 in FNUZ fp8.
const widenFP8 = `.amdgcn_target "amdgcn-amd-amdhsa--CHIP"
` + storeOne + `
.macro compute
	v_mov_b32 v1, 0x38
	v_cvt_f32_fp8 v2, v1
.endm
kernel
`

// sumProducts is a matrix instruction.
const sumProducts = storeOne + `
.macro compute
	v_mov_b32 v1, 1.0
	v_mfma_f32_16x16x4_f32 v[4:7], v1, v1, 0
	s_nop 15
	v_mov_b32 v2, v4
.endm
kernel
`

// storeOne is a kernel that stores v2 of each work-item.
const storeOne = `.macro kernel
.text
.globl k
.p2align 8
.type k,@function
k:
	s_load_dwordx2 s[2:3], s[0:1], 0x0
	compute
	v_lshlrev_b32 v0, 2, v0
	s_waitcnt lgkmcnt(0)
	global_store_dword v0, v2, s[2:3]
	s_endpgm
.endm
.rodata
.p2align 6
.amdhsa_kernel k
	.amdhsa_next_free_vgpr 8
	.amdhsa_next_free_sgpr 8
	.amdhsa_accum_offset 8
	.amdhsa_user_sgpr_kernarg_segment_ptr 1
	.amdhsa_kernarg_size 8
.end_amdhsa_kernel
.amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 8
    .vgpr_count: 8
    .max_flat_workgroup_size: 64
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global, .name: y}]
...
.end_amdgpu_metadata`

const runOne = "run k.s --mcpu CHIP --block 64 --global 64 --arg out:y.npy:f32[64] --check all"

// fp8Kernel is operations on 8-bit floats, OP among them.
func fp8Kernel(op string) string {
	return `"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = (memref<64xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%y: memref<64xf32>):
      %i = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %code = "arith.constant"() <{value = 0x38383838 : i32}> : () -> i32
      ` + op + `
      "memref.store"(%v, %y, %i) : (f32, memref<64xf32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k"} : () -> ()
  }) : () -> ()
}) : () -> ()
`
}

const (
	rocdlFP8  = `%v = "rocdl.cvt.f32.fp8"(%code) <{byteSel = 0 : i32}> : (i32) -> f32`
	amdgpuFP8 = `%codes = "vector.broadcast"(%code) : (i32) -> vector<1xi32>
      %pack = "vector.bitcast"(%codes) : (vector<1xi32>) -> vector<4xf8E4M3FNUZ>
      %v = "amdgpu.ext_packed_fp8"(%pack) <{index = 0 : i32}> : (vector<4xf8E4M3FNUZ>) -> f32`
)

func TestNewChip(t *testing.T) {
	addChips(t, copy942, copy950)
	saxpy, err := os.ReadFile(filepath.Join("..", "..", "examples", "saxpy.mlir"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ chip, copied *arch.Chip }{{&arch.GFX942, copy942}, {&arch.GFX950, copy950}} {
		t.Run(c.copied.Name, func(t *testing.T) {
			for _, command := range []string{
				"isa --list --mcpu CHIP --json", "isa --fidelity --mcpu CHIP", "isa s_* --mcpu CHIP", "layout v_*mf* --mcpu CHIP", "layout ds_* --mcpu CHIP",
			} {
				same(t, c.chip, c.copied, nil, command)
			}
			files := map[string]string{"k.s": widenFP8, "k.mlir": fp8Kernel(rocdlFP8), "saxpy.mlir": string(saxpy)}
			same(t, c.chip, c.copied, files, "asm k.s -o k.hsaco\nobjdump k.hsaco\nobjdump -d k.hsaco\nasm k.s --mcpu CHIP --show-encoding -o k.lst")
			same(t, c.chip, c.copied, files, runOne)
			same(t, c.chip, c.copied, files, "mlir k.mlir --mcpu CHIP --verify-only\nbuild k.mlir --mcpu CHIP\nbuild k.mlir --mcpu CHIP --emit asm -o k.asm")
			same(t, c.chip, c.copied, files, "run k.mlir --mcpu CHIP --arg out:y.npy:f32[64] --grid 1 --check all --against interp")
			same(t, c.chip, c.copied, files, "run saxpy.mlir --mcpu CHIP --grid 4 --arg rand:f32[1000] --arg rand:f32[1000] --arg f32:2 --arg i32:1000 --check all --against interp")
			testNewChipGEMM(t, c.chip, c.copied)
		})
	}
}

// testNewChipGEMM multiplies matrices of every type; all layouts are built.
func testNewChipGEMM(t *testing.T, chip, copied *arch.Chip) {
	pairs := gemmtest.Pairs(chip)
	if got := gemmtest.Pairs(copied); len(got) != len(pairs) || len(pairs) == 0 {
		t.Errorf("%s has %d pairs of types, %s %d", copied.Name, len(got), chip.Name, len(pairs))
	}
	for i, p := range pairs {
		a, err := gemm.TypeByName(p.A)
		if err != nil {
			t.Fatal(err)
		}
		layouts := gemmtest.Layouts(a)
		for k, layout := range layouts {
			flags := " gemm -m 48 -n 80 -k 96 --mcpu CHIP --a-type " + p.A + " --b-type " + p.B + " --layout " + layout.String() + " -o k.hsaco"
			switch {
			case *everyChipProblem:
				same(t, chip, copied, nil, "run"+flags+" --d d.npy --bias --check all")
			case k == i%len(layouts):
				same(t, chip, copied, nil, "run"+flags+" --d d.npy")
			default:
				same(t, chip, copied, nil, "build"+flags)
			}
		}
	}
}

// TestNewChipFormat: a conversion gives what the chip's format says.
func TestNewChipFormat(t *testing.T) {
	addChips(t, copy942, copy950)
	for chip, want := range map[*arch.Chip]float32{copy942: 0.5, copy950: 1} {
		code, _, errors, files := heddleOn(t, chip, map[string]string{"k.s": widenFP8}, runOne)
		y := files["y.npy"]
		if code != exitOK || len(y) < 4 {
			t.Fatalf("%s: exit code %d, %s", chip.Name, code, errors)
		}
		if got := math.Float32frombits(binary.LittleEndian.Uint32(y[len(y)-4:])); got != want {
			t.Errorf("fp8 0x38 on %s is %g, want %g", chip.Name, got, want)
		}
	}
}

// TestVagueChip: what the facts of a chip do not say is refused by the name of
// the fact, where it matters; all else works.
func TestVagueChip(t *testing.T) {
	addChips(t, vague, mute)
	const fp8, sums = "gfx94f: no fact says which fp8 format the chip has", "gfx94f: no fact says in which order matrix instructions sum products"
	const mfma = `%a = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
      %c = "arith.constant"() <{value = dense<0.0> : vector<4xf32>}> : () -> vector<4xf32>
      %d = "amdgpu.mfma"(%a, %a, %c) <{m = 16 : i32, n = 16 : i32, k = 4 : i32, blocks = 1 : i32, cbsz = 0 : i32, abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>}> : (f32, f32, vector<4xf32>) -> vector<4xf32>
      %v = "vector.extract"(%d) <{static_position = array<i64: 0>}> : (vector<4xf32>) -> f32`
	const amdgpuMFMA = `%ab = "arith.constant"() <{value = dense<0.0> : vector<8xf8E4M3FNUZ>}> : () -> vector<8xf8E4M3FNUZ>
      %c = "arith.constant"() <{value = dense<0.0> : vector<4xf32>}> : () -> vector<4xf32>
      %d = "amdgpu.mfma"(%ab, %ab, %c) <{m = 16 : i32, n = 16 : i32, k = 32 : i32, blocks = 1 : i32, cbsz = 0 : i32, abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>}> : (vector<8xf8E4M3FNUZ>, vector<8xf8E4M3FNUZ>, vector<4xf32>) -> vector<4xf32>
      %v = "vector.extract"(%d) <{static_position = array<i64: 0>}> : (vector<4xf32>) -> f32`
	const rocdlMFMA = `%ab = "arith.constant"() <{value = 0 : i64}> : () -> i64
      %c = "arith.constant"() <{value = dense<0.0> : vector<4xf32>}> : () -> vector<4xf32>
      %no = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %d = "rocdl.mfma.f32.16x16x32.fp8.fp8"(%ab, %ab, %c, %no, %no, %no) : (i64, i64, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
      %v = "vector.extract"(%d) <{static_position = array<i64: 0>}> : (vector<4xf32>) -> f32`
	const runMLIR = "run k.mlir --mcpu CHIP --arg out:y.npy:f32[64] --grid 1"
	for _, c := range []struct {
		chip                *arch.Chip
		file, text, command string
		code                int
		want                string
	}{
		{vague, "k.s", widenFP8, "asm k.s -o k.hsaco", exitOK, ""},
		{vague, "k.s", widenFP8, runOne, exitRejected, "v_cvt_f32_fp8_e32 is not simulated: " + fp8},
		{vague, "k.s", sumProducts, runOne, exitRejected, "v_mfma_f32_16x16x4_f32 is not simulated: " + sums},
		{vague, "k.mlir", fp8Kernel(rocdlFP8), "mlir k.mlir --mcpu CHIP --verify-only", exitRejected, fp8},
		{vague, "k.mlir", fp8Kernel(rocdlFP8), runMLIR, exitRejected, fp8},
		{vague, "k.mlir", fp8Kernel(rocdlFP8), runMLIR + " --interp", exitRejected, fp8},
		{vague, "k.mlir", fp8Kernel(amdgpuFP8), "build k.mlir --mcpu CHIP", exitRejected, fp8},
		{vague, "k.mlir", fp8Kernel(amdgpuMFMA), "mlir k.mlir --mcpu CHIP --verify-only", exitRejected, fp8},
		{vague, "k.mlir", fp8Kernel(rocdlMFMA), "mlir k.mlir --mcpu CHIP --verify-only", exitRejected, fp8},
		{vague, "k.mlir", fp8Kernel(mfma), "build k.mlir --mcpu CHIP", exitOK, ""},
		{vague, "k.mlir", fp8Kernel(mfma), runMLIR, exitRejected, sums},
		{vague, "k.mlir", fp8Kernel(mfma), runMLIR + " --interp", exitRejected, sums},
		{vague, "", "", "build gemm -m 64 -n 64 -k 64 --dtype fp8 --mcpu CHIP", exitUsage, "--dtype: " + fp8},
		{vague, "", "", "build gemm -m 64 -n 64 -k 64 --dtype bf16 --out fp8 --mcpu CHIP", exitUsage, "--out: " + fp8},
		{vague, "", "", "build gemm -m 64 -n 64 -k 64 --dtype bf16 --mcpu CHIP", exitRejected, "gfx94f: no fact says which banks LDS instructions use"},
		{vague, "", "", "layout ds_read_b128 --mcpu CHIP", exitRejected, "no layout known for ds_read_b128"},
		{vague, "", "", "isa --fidelity --mcpu CHIP", exitOK, sums},

		{mute, "k.s", widenFP8, "asm k.s", exitRejected, "there is no instruction table"},
		{mute, "k.mlir", fp8Kernel(rocdlFP8), "build k.mlir --mcpu CHIP", exitRejected, "gfx94e"},
		{mute, "", "", "isa --list --mcpu CHIP", exitOK, ""},
		{mute, "", "", "build gemm -m 64 -n 64 -k 64 --mcpu CHIP", exitUsage, "--dtype: gfx94e: there is no instruction table"},
	} {
		code, out, errors, _ := heddleOn(t, c.chip, map[string]string{c.file: c.text}, c.command)
		if code != c.code || !strings.Contains(out+errors, c.want) {
			t.Errorf("%s on %s: exit code %d, want %d with %q\n%s%s", c.command, c.chip.Name, code, c.code, c.want, out, errors)
		}
	}
}
