//go:build llvm

package hsaco

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
	"path/filepath"
	"strings"
	"testing"

	"heddle/arch"
)

var (
	descriptorUpdate = flag.Bool("descriptor.update", false, "write what llvm-objdump prints to testdata/descriptor")
	descriptorSeed   = flag.Uint64("descriptor.seed", 1, "seed of the random descriptors")
	descriptorRuns   = flag.Int("descriptor.runs", 400, "random descriptors to compare with llvm-objdump and llvm-mc")
)

// assemble runs llvm-mc and returns the object.
func assemble(t *testing.T, chip, source string) []byte {
	t.Helper()
	cmd := exec.Command("llvm-mc-22", "-triple=amdgcn-amd-amdhsa", "-mcpu="+chip, "-filetype=obj", "-o", "-", "-")
	cmd.Stdin = strings.NewReader(source)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	return out
}

// rodata returns the section .rodata of an object.
func rodata(t *testing.T, object []byte) []byte {
	t.Helper()
	f, err := elf.NewFile(bytes.NewReader(object))
	if err != nil {
		t.Fatal(err)
	}
	b, err := f.Section(".rodata").Data()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// objdumpBlocks gives descriptors to llvm-objdump and returns what it prints
// for each.
func objdumpBlocks(t *testing.T, chip string, all [][DescriptorSize]byte) []string {
	t.Helper()
	var s strings.Builder
	s.WriteString(".rodata\n.p2align 6\n")
	for i, b := range all {
		fmt.Fprintf(&s, "k%d.kd:\n.type k%d.kd,@object\n.size k%d.kd,64\n", i, i, i)
		for j := 0; j < len(b); j += 4 {
			fmt.Fprintf(&s, ".long %#x\n", binary.LittleEndian.Uint32(b[j:]))
		}
	}
	name := filepath.Join(t.TempDir(), "kd.o")
	if err := os.WriteFile(name, assemble(t, chip, s.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("llvm-objdump-22", "-D", "-j", ".rodata", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	blocks := make([]string, len(all))
	for i := range all {
		_, rest, ok := strings.Cut(string(out), fmt.Sprintf("<k%d.kd>:\n", i))
		if !ok {
			t.Fatalf("llvm-objdump does not show k%d", i)
		}
		block, _, _ := strings.Cut(rest, "\n\n")
		block = strings.Replace(strings.TrimRight(block, "\n"), fmt.Sprintf("_kernel k%d\n", i), "_kernel k\n", 1)
		if strings.HasPrefix(block, "; error decoding") {
			block = "refused"
		}
		blocks[i] = block + "\n"
	}
	return blocks
}

// interestingDescriptors has each bit of a descriptor flipped, and random
// ones without reserved bits.
func interestingDescriptors(rng *rand.Rand, random int) [][DescriptorSize]byte {
	base := minimalDescriptor.Marshal()
	all := [][DescriptorSize]byte{base}
	for i := range 8 * DescriptorSize {
		b := base
		b[i/8] ^= 1 << (i % 8)
		all = append(all, b)
	}
	for range random {
		d, err := ParseDescriptor(randomSlice(rng))
		if err != nil {
			panic(err)
		}
		all = append(all, cleared(d).Marshal())
	}
	return all
}

// randomSlice makes 64 random bytes.
func randomSlice(rng *rand.Rand) []byte {
	b := randomBytes(rng)
	return b[:]
}

// cleared returns d without reserved bits.
func cleared(d Descriptor) Descriptor {
	d.Reserved12, d.Reserved24, d.Reserved60 = 0, [20]byte{}, 0
	d.ReservedRsrc1, d.ReservedRsrc2, d.ReservedRsrc3, d.ReservedProperties = 0, 0, 0, 0
	d.Priority, d.Priv, d.DebugMode, d.Bulky, d.CDBGUser = 0, false, false, false, false
	d.ExceptionAddressWatch, d.ExceptionMemory, d.GranulatedLDS, d.Wavefront32 = false, false, 0, false
	return d
}

// TestObjdumpBlockLLVM compares with llvm-objdump.
func TestObjdumpBlockLLVM(t *testing.T) {
	t.Logf("-descriptor.seed=%d", *descriptorSeed)
	all := interestingDescriptors(rand.New(rand.NewPCG(*descriptorSeed, 3)), *descriptorRuns)
	var golden strings.Builder
	for _, c := range arch.Chips {
		for i, want := range objdumpBlocks(t, c.Name, all) {
			checkObjdumpBlock(t, all[i][:], want)
			if c == &arch.GFX950 && (i >= 44*8 && i < 60*8 && i%3 == 0 || i >= len(all)-40) {
				fmt.Fprintf(&golden, "kd %s\n%s", hex.EncodeToString(all[i][:]), want)
			}
		}
	}
	if *descriptorUpdate {
		if err := os.WriteFile("testdata/descriptor/objdump.txt", []byte(golden.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDirectivesLLVM assembles the directives of descriptors with llvm-mc,
// which must give back their bytes.
func TestDirectivesLLVM(t *testing.T) {
	t.Logf("-descriptor.seed=%d", *descriptorSeed)
	rng := rand.New(rand.NewPCG(*descriptorSeed, 4))
	for _, c := range arch.Chips {
		var s strings.Builder
		var want []byte
		s.WriteString(".rodata\n.p2align 6\n")
		for i := range *descriptorRuns {
			d, _ := ParseDescriptor(randomSlice(rng))
			d = cleared(d)
			d.EntryByteOffset, d.TrapHandler, d.PrivateSegmentBuffer, d.FlatScratchInit = 0, false, false, false
			d.GranulatedSGPRs = min(d.GranulatedSGPRs, 13)
			d.PreloadLength = d.PreloadLength % 6
			if rng.IntN(2) == 0 {
				d.PreloadLength, d.PreloadOffset = 0, 0
			}
			d.AccumOffset = min(d.AccumOffset, uint16(d.UnifiedVGPRs(c)/4-1))
			d.UserSGPRCount = max(d.UserSGPRCount, 14)
			if d.PreloadLength != 0 {
				d.GranulatedSGPRs = max(d.GranulatedSGPRs, 4)
			}
			lines, err := d.Directives(c)
			if err != nil {
				t.Fatalf("%+v: %v", d, err)
			}
			fmt.Fprintf(&s, ".amdhsa_kernel k%d\n", i)
			for _, l := range lines {
				fmt.Fprintf(&s, "%s %d\n", l.Name, l.Value)
			}
			s.WriteString(".end_amdhsa_kernel\n")
			b := d.Marshal()
			want = append(want, b[:]...)
		}
		got := rodata(t, assemble(t, c.Name, s.String()))
		if !bytes.Equal(got, want) {
			for i := 0; i < len(want); i += DescriptorSize {
				if !bytes.Equal(got[i:i+DescriptorSize], want[i:i+DescriptorSize]) {
					t.Fatalf("%s: descriptor %d\n got % x\nwant % x", c.Name, i/DescriptorSize, got[i:i+DescriptorSize], want[i:i+DescriptorSize])
				}
			}
		}
	}
}
