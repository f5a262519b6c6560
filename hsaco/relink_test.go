package hsaco

import (
	"bytes"
	"debug/elf"
	"strings"
	"testing"
)

// TestRelink: a relocatable object that was read links to the bytes that LLD
// makes of it, and the result is a code object with the same kernels.
func TestRelink(t *testing.T) {
	files := goldens(t)
	for _, c := range linkCases {
		o, err := Open(files[c.name+".o"], "")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got, err := link(o.Module(), goldenIdent)
		if want := files[c.name+".so"]; err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %v: %s", c.name, err, describeDiff(got, want))
		}
		linked, err := o.Linked()
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if linked.Type != elf.ET_DYN || len(linked.Kernels) != len(o.Kernels) || linked.Chip != o.Chip || linked.XNACK != o.XNACK {
			t.Errorf("%s: %v with %d kernels, of %d", c.name, linked.Type, len(linked.Kernels), len(o.Kernels))
		}
		if again, err := linked.Linked(); err != nil || again != linked || linked.Module() != nil {
			t.Errorf("%s: what is linked is linked again (%v)", c.name, err)
		}
	}
}

// TestRelinkUndefined: symbols that nobody defines are named, all of them.
func TestRelinkUndefined(t *testing.T) {
	symbols := nullSymbol + rawSymbol(1, elf.STT_OBJECT, rawRodata, 0, DescriptorSize) + rawSymbol(6, elf.STT_FUNC, rawText, 0, 0x20) +
		rawSymbol(8, elf.STT_NOTYPE, 0, 0, 0) + rawSymbol(12, elf.STT_NOTYPE, 0, 0, 0)
	b := buildELF(strings.Repeat("\x00", DescriptorSize), "\x00k.kd\x00k\x00far\x00off\x00", symbols,
		rela(rawRodata, rawReloc(16, RelRel64, 2, 16)),
		rela(rawText, rawReloc(0, RelRel32Lo, 3, 4)+rawReloc(8, RelRel32Lo, 4, 4)))
	o, err := Open(b, "")
	if err != nil {
		t.Fatal(err)
	}
	_, err = o.Linked()
	for _, want := range []string{"relocatable object: ", "section .text, offset 0x0: undefined symbol far", "undefined symbol off"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v lacks %q", err, want)
		}
	}
}
