package main

import (
	"io"
	"os"
	"testing"

	"heddle/arch"
	"heddle/asm"
	"heddle/hsaco"
	"heddle/sim"
	"heddle/sim/inspect"
)

// TestInspectionOff: without its flags nobody observes a run, so that it costs nothing; each flag adds one
// observer.
func TestInspectionOff(t *testing.T) {
	text, err := os.ReadFile("../../examples/saxpy.s")
	if err != nil {
		t.Fatal(err)
	}
	assembled, err := asm.Assemble(text, asm.Options{Chip: &arch.GFX942})
	if err != nil {
		t.Fatal(err)
	}
	raw, err := hsaco.Link(assembled.Module)
	if err != nil {
		t.Fatal(err)
	}
	object, err := hsaco.Open(raw, "")
	if err != nil {
		t.Fatal(err)
	}
	module, err := sim.NewDevice(object.Chip).Load(object)
	if err != nil {
		t.Fatal(err)
	}
	kernel, err := module.Kernel(object.Kernels[0].Name)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		flag string
		inspection
		want int
	}{
		{"none", inspection{}, 0},
		{"--count", inspection{count: optionalValue{text: countLines}}, 1},
		{"--trace", inspection{traced: &inspect.Filter{}}, 1},
		{"--break", inspection{at: "1", stop: &inspect.Filter{}}, 2}, // and what the wave did last
		{"--dump", inspection{dump: true}, 1},
	} {
		l := sim.Launch{Kernel: kernel}
		if err := c.begin(&streams{out: io.Discard, err: io.Discard}, io.Discard, nil); err != nil {
			t.Fatal(err)
		}
		if c.observe(object, &l); len(l.Observers) != c.want {
			t.Errorf("%s: %d observers, want %d", c.flag, len(l.Observers), c.want)
		}
	}
}
