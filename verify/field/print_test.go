package field

import (
	"bytes"
	"flag"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"heddle/sim"
	"heddle/sim/host"
)

var printDir = flag.String("field.print", "", "folder that triton_print.py has filled")

// TestTritonPrints: device_print and device_assert of Triton print what they print on a card, in the
// order of workgroups.
func TestTritonPrints(t *testing.T) {
	if *printDir == "" {
		t.Skip("no -field.print")
	}
	var want strings.Builder
	for group := range 2 {
		for i := range 64 {
			fmt.Fprintf(&want, "pid (%d, 0, 0) idx (%2d) value: %f\n", group, i, float64(64*group+i))
		}
		for i := range 64 {
			fmt.Fprintf(&want, "pid (%d, 0, 0) idx (%2d) hex: 0x%08x\n", group, i, 64*group+i)
		}
	}
	asserted := regexp.MustCompile(`^(device assertion failed: 'v is too large', in unknown at .*triton_print.py:31\n){28}$`)
	for _, chip := range []string{"gfx942", "gfx950"} {
		out, errs, err := printed(t, filepath.Join(*printDir, chip, "print.hsaco"))
		if out != want.String() || errs != "" || err != nil {
			t.Errorf("%s: device_print: %v, %q on standard error, printed\n%s", chip, err, errs, out)
		}
		out, errs, err = printed(t, filepath.Join(*printDir, chip, "assert.hsaco"))
		if out != "" || !asserted.MatchString(errs) || err == nil || !strings.Contains(err.Error(), "workgroup 1,0,0, wave 0, at ") || !strings.Contains(err.Error(), "s_trap 2") {
			t.Errorf("%s: device_assert: %v, printed %q, on standard error\n%s", chip, err, out, errs)
		}
	}
}

// printed runs a kernel of triton_print.py on the numbers from 0 to 127.
func printed(t *testing.T, file string) (out, errs string, err error) {
	t.Helper()
	o, err := open(file)
	if err != nil {
		t.Fatal(err)
	}
	d := sim.NewDevice(o.Chip)
	m, err := d.Load(o)
	if err != nil {
		t.Fatal(err)
	}
	k, err := m.Kernel("")
	if err != nil {
		t.Fatal(err)
	}
	ramp := make([]float32, 128)
	for i := range ramp {
		ramp[i] = float32(i)
	}
	x, err := sim.Put(d, ramp)
	if err != nil {
		t.Fatal(err)
	}
	var a, b bytes.Buffer
	l := sim.Launch{Kernel: k, Grid: [3]uint32{2, 1, 1}, Block: [3]uint32{64, 1, 1},
		Args: []sim.Arg{sim.Pointer(x), sim.Value(int32(len(ramp))), sim.Value(uint64(0)), sim.Value(uint64(0))}}
	h, err := host.Attach(d, o, &l, host.Streams{Out: &a, Err: &b})
	if err != nil {
		t.Fatal(err)
	}
	_, err = d.Run(l)
	if e := h.Finish(); e != nil {
		t.Error(e)
	}
	return a.String(), b.String(), err
}
