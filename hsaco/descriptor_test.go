package hsaco

import (
	"encoding/hex"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"heddle/arch"
)

// minimalDescriptor is what the assembler makes of a block with the required
// directives only: 8 VGPRs, 8 SGPRs, accum_offset 4.
var minimalDescriptor = Descriptor{GranulatedSGPRs: 1, DenormMode1664: 3, DX10Clamp: true, IEEEMode: true, WorkgroupIDX: true}

// TestDescriptorWords checks the encoding of known fields against the words
// in the facts.
func TestDescriptorWords(t *testing.T) {
	b := minimalDescriptor.Marshal()
	want := strings.Repeat("00", 48) + "4000ac00" + "80000000" + strings.Repeat("00", 8)
	if got := hex.EncodeToString(b[:]); got != want {
		t.Errorf("minimal descriptor\n got %s\nwant %s", got, want)
	}
	d := Descriptor{
		GroupSegmentFixedSize: 0x11223344, PrivateSegmentFixedSize: 0x55667788, KernargSize: 0x99aabbcc, EntryByteOffset: -0x40,
		AccumOffset: 0x3f, TGSplit: true, GranulatedVGPRs: 0x20, UserSGPRCount: 0x1f, KernargSegmentPtr: true, PreloadLength: 3, PreloadOffset: 0x101,
	}
	want = "44332211" + "88776655" + "ccbbaa99" + "00000000" + "c0ffffffffffffff" + strings.Repeat("00", 20) +
		"3f000100" + "20000000" + "3e000000" + "08008380" + "00000000"
	b = d.Marshal()
	if got := hex.EncodeToString(b[:]); got != want {
		t.Errorf("descriptor\n got %s\nwant %s", got, want)
	}
}

// TestDescriptorRoundTrip parses and writes arbitrary bytes.
func TestDescriptorRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		roundTrip(t, randomBytes(rng))
	}
	for i := range 8 * DescriptorSize {
		var b [DescriptorSize]byte
		b[i/8] = 1 << (i % 8)
		roundTrip(t, b)
		d, _ := ParseDescriptor(b[:])
		if d == (Descriptor{}) {
			t.Errorf("bit %d of byte %d is lost", i%8, i/8)
		}
	}
	if _, err := ParseDescriptor(make([]byte, DescriptorSize-1)); err == nil {
		t.Error("63 bytes are a descriptor")
	}
}

// roundTrip checks that b survives.
func roundTrip(t *testing.T, b [DescriptorSize]byte) {
	t.Helper()
	d, err := ParseDescriptor(b[:])
	if err != nil {
		t.Fatal(err)
	}
	if got := d.Marshal(); got != b {
		t.Fatalf("% x\nbecame\n% x", b, got)
	}
}

// randomBytes makes a descriptor without meaning.
func randomBytes(rng *rand.Rand) [DescriptorSize]byte {
	var b [DescriptorSize]byte
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	return b
}

// TestDescriptorFieldsDisjoint checks the table: no bit has two names.
func TestDescriptorFieldsDisjoint(t *testing.T) {
	used := map[int]uint32{}
	for i, f := range descriptorFields {
		if used[f.word]&f.mask() != 0 {
			t.Errorf("row %d: bits %d:%d of byte %d are taken", i, f.low+f.width-1, f.low, f.word)
		}
		if (f.flag != nil) == (f.number != nil) || f.flag != nil && f.width != 1 {
			t.Errorf("row %d: neither a number nor a flag", i)
		}
		used[f.word] |= f.mask()
	}
}

// TestDescriptorRegisters checks what a wave gets.
func TestDescriptorRegisters(t *testing.T) {
	d := minimalDescriptor
	d.GranulatedVGPRs, d.AccumOffset, d.GranulatedSGPRs = 5, 3, 12
	if v, a, s := d.UnifiedVGPRs(&arch.GFX950), d.FirstAGPR(), d.SGPRs(&arch.GFX950); v != 48 || a != 16 || s != 104 {
		t.Errorf("VGPRs %d, first AGPR %d, SGPRs %d; want 48, 16, 104", v, a, s)
	}
	d.UserSGPRCount, d.PreloadLength = 15, 4
	d.DispatchPtr, d.QueuePtr, d.KernargSegmentPtr, d.DispatchID, d.PrivateSegmentSize = true, true, true, true, true
	d.WorkgroupIDY, d.WorkgroupInfo = true, true
	want := []PreloadedSGPRs{{"dispatch_ptr", 0, 2}, {"queue_ptr", 2, 2}, {"kernarg_segment_ptr", 4, 2}, {"dispatch_id", 6, 2}, {"private_segment_size", 8, 1}, {"kernarg_preload", 9, 4}}
	if diff := cmp.Diff(want, d.UserSGPRs()); diff != "" {
		t.Error(diff)
	}
	want = []PreloadedSGPRs{{"workgroup_id_x", 15, 1}, {"workgroup_id_y", 16, 1}, {"workgroup_info", 17, 1}}
	if diff := cmp.Diff(want, d.SystemSGPRs()); diff != "" {
		t.Error(diff)
	}
}

// TestObjdumpBlock compares blocks with those of llvm-objdump-22, which
// testdata/descriptor/objdump.txt has after the 64 bytes in hex.
func TestObjdumpBlock(t *testing.T) {
	data, err := os.ReadFile("testdata/descriptor/objdump.txt")
	if err != nil {
		t.Fatal(err)
	}
	cases := strings.Split(string(data), "kd ")[1:]
	if len(cases) < 40 {
		t.Errorf("%d cases", len(cases))
	}
	for _, c := range cases {
		line, want, _ := strings.Cut(c, "\n")
		b, err := hex.DecodeString(line)
		if err != nil {
			t.Fatal(err)
		}
		checkObjdumpBlock(t, b, want)
	}
}

// checkObjdumpBlock compares one block; "refused" stands for what
// llvm-objdump shows as bytes.
func checkObjdumpBlock(t *testing.T, b []byte, want string) {
	t.Helper()
	d, err := ParseDescriptor(b)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range arch.Chips {
		got, err := d.ObjdumpBlock(c, "k")
		if err != nil {
			got = "refused\n"
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s % x: %v\n%s", c.Name, b, err, diff)
		}
	}
}

// TestDirectivesRefuse checks that a descriptor that no block can ask for is
// refused with a reason.
func TestDirectivesRefuse(t *testing.T) {
	for _, c := range []struct {
		want   string
		change func(*Descriptor)
	}{
		{"bytes 12 to 15", func(d *Descriptor) { d.Reserved12 = 1 }},
		{"bytes 24 to 43", func(d *Descriptor) { d.Reserved24[19] = 1 }},
		{"bytes 60 to 63", func(d *Descriptor) { d.Reserved60 = 1 }},
		{"compute_pgm_rsrc1 PRIORITY", func(d *Descriptor) { d.Priority = 1 }},
		{"compute_pgm_rsrc1 0x8000000", func(d *Descriptor) { d.ReservedRsrc1 = 1 << 27 }},
		{"compute_pgm_rsrc2 0x80000000", func(d *Descriptor) { d.ReservedRsrc2 = 1 << 31 }},
		{"compute_pgm_rsrc3 0x40", func(d *Descriptor) { d.ReservedRsrc3 = 1 << 6 }},
		{"kernel_code_properties 0x80", func(d *Descriptor) { d.ReservedProperties = 1 << 7 }},
		{"ENABLE_TRAP_HANDLER", func(d *Descriptor) { d.TrapHandler = true }},
		{"ENABLE_SGPR_FLAT_SCRATCH_INIT", func(d *Descriptor) { d.FlatScratchInit, d.UserSGPRCount = true, 2 }},
		{"ENABLE_SGPR_PRIVATE_SEGMENT_BUFFER", func(d *Descriptor) { d.PrivateSegmentBuffer, d.UserSGPRCount = true, 4 }},
		{"120 SGPRs (at most 108)", func(d *Descriptor) { d.GranulatedSGPRs = 14 }},
		{"accum_offset 12 above 8 VGPRs", func(d *Descriptor) { d.AccumOffset = 2 }},
		{"1 user SGPRs, but 2 are in use", func(d *Descriptor) { d.QueuePtr, d.UserSGPRCount = true, 1 }},
		{"a kernarg preload of 17 dwords (at most 16)", func(d *Descriptor) { d.PreloadLength, d.UserSGPRCount, d.GranulatedSGPRs = 17, 17, 5 }},
		{"8 SGPRs with a kernarg preload and 3 user SGPRs", func(d *Descriptor) { d.PreloadLength, d.UserSGPRCount, d.GranulatedSGPRs = 1, 3, 0 }},
		{"a kernarg preload up to byte 12 of 8", func(d *Descriptor) { d.PreloadLength, d.PreloadOffset, d.UserSGPRCount, d.KernargSize = 2, 1, 2, 8 }},
	} {
		d := minimalDescriptor
		c.change(&d)
		lines, err := d.Directives(&arch.GFX942)
		if err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%s: %v %v", c.want, lines, err)
		}
	}
}

// FuzzDescriptor feeds arbitrary bytes to everything that reads a descriptor.
func FuzzDescriptor(f *testing.F) {
	b := minimalDescriptor.Marshal()
	f.Add(b[:])
	f.Add(b[:10])
	rng := rand.New(rand.NewPCG(2, 2))
	for range 4 {
		b := randomBytes(rng)
		f.Add(b[:])
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		d, err := ParseDescriptor(b)
		if err != nil {
			return
		}
		if got := d.Marshal(); string(got[:]) != string(b[:DescriptorSize]) {
			t.Errorf("% x\nbecame\n% x", b, got)
		}
		for _, c := range arch.Chips {
			_, blockErr := d.ObjdumpBlock(c, "k")
			_, err := d.Directives(c)
			if blockErr != nil && err == nil {
				t.Errorf("directives for what llvm-objdump refuses: %v", blockErr)
			}
		}
		d.UserSGPRs()
		d.SystemSGPRs()
	})
}
