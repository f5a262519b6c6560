package mach

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/asm"
	"heddle/hsaco"
	"heddle/isa"
	"heddle/pass"
	"heddle/sim"
	"heddle/sim/sanitize"
)

// runnable makes a random program one that the simulator can run: its base is
// the first argument, and addresses are inside of 64 KiB.
func runnable(f *Func) {
	for _, b := range f.Blocks {
		var out []*Instr
		for _, in := range b.Instrs {
			if in.Flags&Copy != 0 && in.Args[1].Kind == OperandReg && f.regText(in.Args[1].Part.Reg) == "%2:s2=s0..2" {
				in = f.NewInstr(f.Row(isa.S_LOAD_DWORDX2, isa.EncSMEM, "imm"), in.Args[0], in.Args[1], Imm(0))
			}
			addr := -1
			if in.Row != nil && in.Row.Unit == isa.UnitVMEM {
				addr = 0
				if in.Row.Traits&isa.MayStore == 0 {
					addr = 1
				}
			}
			if addr >= 0 {
				t := P(f.All(f.NewReg(FileV, 1, "")))
				args := []Operand{t, Const(0xfff0), in.Args[addr]}
				out = append(out, f.NewInstr(f.FindRow(isa.V_AND_B32, args), args...))
				in.Args[addr] = t
			}
			out = append(out, in)
		}
		b.Instrs = out
	}
}

// simulate runs the kernel behind allocation and returns the buffer.
func simulate(t testing.TB, f *Func) []uint32 {
	t.Helper()
	physicalPasses(t, f, pass.Options{})
	c := f.Emit()
	var b strings.Builder
	fmt.Fprintf(&b, "\t.amdgcn_target \"amdgcn-amd-amdhsa--%s\"\n\t.text\n\t.globl k\n\t.p2align 8\n\t.type k,@function\nk:\n%s.Lend:\n\t.size k, .Lend-k\n", f.Chip.Name, c.AppendText(nil, TextOptions{Comments: true}))
	fmt.Fprintf(&b, "\t.rodata\n\t.p2align 6\n\t.amdhsa_kernel k\n\t.amdhsa_next_free_vgpr %d\n\t.amdhsa_next_free_sgpr %d\n\t.amdhsa_accum_offset %d\n\t.amdhsa_kernarg_size 64\n\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.amdhsa_private_segment_fixed_size %d\n",
		max(c.NextFreeVGPR(), 4), max(c.SGPRs, 2), max(c.AccumOffset, (c.VGPRs+3)/4*4, 4), f.ScratchBytes)
	if f.ScratchBytes > 0 {
		b.WriteString("\t.amdhsa_enable_private_segment 1\n")
	}
	b.WriteString("\t.end_amdhsa_kernel\n")
	result, err := asm.Assemble([]byte(b.String()), asm.Options{File: "k.s"})
	if err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	raw, err := hsaco.Link(result.Module)
	if err != nil {
		t.Fatal(err)
	}
	object, err := hsaco.Open(raw, "")
	if err != nil {
		t.Fatal(err)
	}
	device := sim.NewDevice(f.Chip)
	module, err := device.Load(object)
	if err != nil {
		t.Fatal(err)
	}
	kernel, err := module.Kernel("k")
	if err != nil {
		t.Fatal(err)
	}
	buffer, err := device.AllocFunc(128<<10, func(offset uint64, page []byte) {
		for i := range page {
			page[i] = byte(scramble(uint32(offset) + uint32(i)))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	s, err := sanitize.New(sanitize.Options{Checks: []string{"hazards"}, Object: object})
	if err != nil {
		t.Fatal(err)
	}
	launch := sim.Launch{Kernel: kernel, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}, Args: []sim.Arg{sim.Pointer(buffer)}}
	launch.Workers = 1
	s.Begin(&launch)
	if _, err = device.Run(launch); err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	if found := s.Findings(); len(found) > 0 {
		t.Fatalf("%s\n%s", show(found), b.String())
	}
	words, err := sim.Get[uint32](buffer)
	if err != nil {
		t.Fatal(err)
	}
	return words
}

// In the simulator a program gives the same with few registers as with all
// that there are.
func TestAllocateSimulated(t *testing.T) {
	for seed := range uint64(40) {
		chip := arch.Chips[seed%2]
		var results [2][]uint32
		for i := range results {
			f := randomProgram(seed, chip, 20+int(seed%30), 60, false)
			runnable(f)
			b := budgetOf(f)
			if i == 1 {
				b = budget{vgprs: 12 + int(seed%3)*4, agprs: int(seed%3) * 8, sgprs: 20, waves: 1}
			}
			if err := allocateWithin(f, b, true); err != nil {
				t.Fatal(err)
			}
			if i == 1 && seed%2 == 0 {
				shrink(f, &pass.Options{})
			}
			results[i] = simulate(t, f)
		}
		if !slices.Equal(results[0], results[1]) {
			t.Fatalf("seed %d: the buffers differ", seed)
		}
	}
}

// The same program is allocated the same way.
func TestAllocateDeterministic(t *testing.T) {
	for seed := range uint64(4) {
		text := ""
		for range 3 {
			f := randomProgram(seed, &arch.GFX950, 100, 300, seed%2 == 0)
			b := budget{vgprs: 64, agprs: 20, sgprs: 30, waves: 1}
			if err := allocateWithin(f, b, false); err != nil {
				t.Fatal(err)
			}
			if now := dump(f); text != "" && now != text {
				t.Fatalf("seed %d: two allocations differ", seed)
			} else {
				text = now
			}
		}
	}
}

// A kernel that cannot fit is refused in words for its author.
func TestAllocateTooMany(t *testing.T) {
	f := unrolled(&arch.GFX950, 4, 100)
	f.Positions = append(f.Positions, Position{"k.mlir", 7, 3})
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			in.Pos = 1
		}
	}
	err := allocateWithin(f, budget{vgprs: 16, sgprs: 100, waves: 32}, true)
	if err == nil || !strings.HasPrefix(err.Error(), "k.mlir:7:3: kernel k needs ") {
		t.Errorf("got %v", err)
	}
	t.Log(err)
}
