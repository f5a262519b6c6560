//go:build llvm

package asm

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"encoding/hex"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/hsaco"
)

var (
	amdhsaUpdate = flag.Bool("amdhsa.update", false, "write what LLVM gives to testdata/amdhsa")
	amdhsaSeed   = flag.Uint64("amdhsa.seed", 1, "seed of the random blocks and calls")
	amdhsaRuns   = flag.Int("amdhsa.runs", 2000, "random blocks and calls to compare with llvm-mc")
)

// llvmSection assembles with llvm-mc and returns a section, or the messages.
func llvmSection(t *testing.T, target kernelTarget, section, source string) ([]byte, string) {
	t.Helper()
	cmd := exec.Command("llvm-mc-22", "-triple=amdgcn-amd-amdhsa", "-mcpu="+target.chip.Name, "-filetype=obj", "-o", "-", "-")
	switch target.xnack {
	case hsaco.FeatureOff:
		cmd.Args = append(cmd.Args, "-mattr=-xnack")
	case hsaco.FeatureOn:
		cmd.Args = append(cmd.Args, "-mattr=+xnack")
	}
	cmd.Stdin = strings.NewReader(source)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, stderr.String()
	}
	f, err := elf.NewFile(bytes.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	b, err := f.Section(section).Data()
	if err != nil {
		t.Fatal(err)
	}
	return b, ""
}

// kernelSource writes the cases as blocks; ends[i] is the line of the end of block i.
func kernelSource(cases []kernelCase) (source string, ends []int) {
	var s strings.Builder
	line := 2
	s.WriteString(".rodata\n.p2align 6\n")
	for i, k := range cases {
		fmt.Fprintf(&s, ".amdhsa_kernel k%d\n", i)
		for _, l := range k.settings {
			fmt.Fprintf(&s, "%s %d\n", l.Name, l.Value)
		}
		s.WriteString(".end_amdhsa_kernel\n")
		line += 2 + len(k.settings)
		ends = append(ends, line)
	}
	return s.String(), ends
}

var llvmError = regexp.MustCompile(`<stdin>:(\d+):\d+: error: (.*)`)

// TestKernelDescriptorLLVM compares random blocks with llvm-mc: the same 64
// bytes, or refused by both.
func TestKernelDescriptorLLVM(t *testing.T) {
	t.Logf("-amdhsa.seed=%d", *amdhsaSeed)
	rng := rand.New(rand.NewPCG(*amdhsaSeed, 5))
	var golden strings.Builder
	for _, c := range arch.Chips {
		for f := range xnackNames {
			target := kernelTarget{c, hsaco.Feature(f)}
			var good, bad []kernelCase
			for range *amdhsaRuns / 6 {
				k := kernelCase{target: target, settings: randomBlock(rng)}
				if _, faults := kernelDescriptor(target, k.settings); len(faults) > 0 {
					bad = append(bad, k)
				} else {
					good = append(good, k)
				}
			}
			compareGood(t, target, good)
			compareBad(t, target, bad)
			t.Logf("%s xnack %s: %d blocks accepted, %d refused", c.Name, xnackNames[f], len(good), len(bad))
			for _, k := range append(good[:min(len(good), 35)], bad[:min(len(bad), 20)]...) {
				fmt.Fprintln(&golden, k)
			}
		}
	}
	if *amdhsaUpdate && !t.Failed() {
		if err := os.WriteFile("testdata/amdhsa/blocks.txt", []byte(golden.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// compareGood checks that LLVM makes the same descriptors and notes them.
func compareGood(t *testing.T, target kernelTarget, cases []kernelCase) {
	t.Helper()
	source, ends := kernelSource(cases)
	b, messages := llvmSection(t, target, ".rodata", source)
	if messages != "" {
		for _, m := range llvmError.FindAllStringSubmatch(messages, -1) {
			t.Errorf("LLVM refuses: %s: %v", m[2], cases[blockAt(t, ends, m[1])])
		}
		t.FailNow()
	}
	for i := range cases {
		cases[i].want = hex.EncodeToString(b[i*hsaco.DescriptorSize : (i+1)*hsaco.DescriptorSize])
		cases[i].check(t)
	}
}

// compareBad checks that LLVM refuses every block and notes why.
func compareBad(t *testing.T, target kernelTarget, cases []kernelCase) {
	t.Helper()
	source, ends := kernelSource(cases)
	_, messages := llvmSection(t, target, ".rodata", source)
	for _, m := range llvmError.FindAllStringSubmatch(messages, -1) {
		if k := &cases[blockAt(t, ends, m[1])]; k.want == "" {
			k.want = "refused: " + m[2]
		}
	}
	for _, k := range cases {
		if k.want == "" {
			_, faults := kernelDescriptor(target, k.settings)
			t.Errorf("LLVM accepts %v: %v", k, faults)
		}
	}
}

// blockAt finds the block that a line is in.
func blockAt(t *testing.T, ends []int, line string) int {
	t.Helper()
	n, err := strconv.Atoi(line)
	if err != nil {
		t.Fatal(err)
	}
	for i, end := range ends {
		if n <= end {
			return i
		}
	}
	t.Fatalf("line %d is in no block", n)
	return 0
}

// randomBlock makes a block with few faults.
func randomBlock(rng *rand.Rand) []KernelSetting {
	var s []KernelSetting
	add := func(name string, v int64) { s = append(s, KernelSetting{".amdhsa_" + name, v}) }
	mostly := func() bool { return rng.IntN(40) != 0 }
	vgprs := rng.Int64N(514)
	if rng.IntN(4) == 0 {
		vgprs = rng.Int64N(12)
	}
	if mostly() {
		add("next_free_vgpr", vgprs)
	}
	if mostly() {
		add("next_free_sgpr", rng.Int64N(104))
	}
	if mostly() {
		accum := 4 * (1 + rng.Int64N(min(max(vgprs+3, 4)/4, 64)))
		if !mostly() {
			accum = rng.Int64N(300)
		}
		add("accum_offset", accum)
	}
	preload := rng.IntN(3) == 0
	for _, k := range kernelDirectives {
		top := int64(k.max)
		switch k.name {
		case "next_free_vgpr", "next_free_sgpr", "accum_offset":
			continue
		case "user_sgpr_kernarg_preload_length":
			if !preload {
				continue
			}
			top = 16
		case "reserve_xnack_mask", "user_sgpr_count":
			if mostly() && rng.IntN(3) != 0 {
				continue
			}
		}
		if k.absent != "" && rng.IntN(300) != 0 || rng.IntN(2) == 0 {
			continue
		}
		v := rng.Int64N(top + 1)
		switch {
		case top == 1<<32-1 && rng.IntN(2) == 0:
			v >>= rng.IntN(32)
		case rng.IntN(300) == 0 && k.name != "user_sgpr_count":
			// LLVM takes only the low 32 bits of a user SGPR count.
			v = []int64{-1, top + 1, 1 << 32, -1 << 40}[rng.IntN(4)]
		}
		add(k.name, v)
		if rng.IntN(500) == 0 {
			add(k.name, v)
		}
	}
	if rng.IntN(100) == 0 {
		add("no_such_directive", 0)
	}
	rng.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
	return s
}

// TestExprFunctionsLLVM compares calls with random arguments.
func TestExprFunctionsLLVM(t *testing.T) {
	t.Logf("-amdhsa.seed=%d", *amdhsaSeed)
	rng := rand.New(rand.NewPCG(*amdhsaSeed, 6))
	var calls []string
	for range *amdhsaRuns {
		calls = append(calls, randomCall(rng))
	}
	source := ".data\n.quad " + strings.Join(calls, "\n.quad ") + "\n"
	b, messages := llvmSection(t, kernelTarget{chip: &arch.GFX942}, ".data", source)
	if messages != "" {
		t.Fatal(messages)
	}
	var golden strings.Builder
	for i, call := range calls {
		want := int64(binary.LittleEndian.Uint64(b[8*i:]))
		name, args := parseCall(t, call)
		if got, err := callExprFunction(&arch.GFX942, name, args); err != nil || got != want {
			t.Errorf("%s = %d %v, LLVM %d", call, got, err, want)
		}
		if i < 500 {
			fmt.Fprintf(&golden, "%s = %d\n", call, want)
		}
	}
	if *amdhsaUpdate && !t.Failed() {
		if err := os.WriteFile("testdata/amdhsa/functions.txt", []byte(golden.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// randomCall writes a call that LLVM takes.
func randomCall(rng *rand.Rand) string {
	f := exprFunctions[rng.IntN(len(exprFunctions))]
	if f.name == "occupancy" {
		args := []string{
			fmt.Sprint(1 + rng.IntN(16)), fmt.Sprint(1 << rng.IntN(4)), fmt.Sprint(256 << rng.IntN(2)), "8", fmt.Sprint(1 + rng.IntN(16)),
			fmt.Sprint(rng.IntN(112)), fmt.Sprint(rng.IntN(600)),
		}
		return f.name + "(" + strings.Join(args, ",") + ")"
	}
	n := f.args
	if n == 0 {
		n = 1 + rng.IntN(4)
	}
	var args []string
	for i := range n {
		v := int64(rng.Uint64() >> rng.IntN(64))
		if rng.IntN(3) == 0 {
			v = rng.Int64N(600) - 10
		}
		if f.name == "alignto" && i == 1 && v == 0 {
			v = 4
		}
		args = append(args, fmt.Sprint(v))
	}
	return f.name + "(" + strings.Join(args, ",") + ")"
}
