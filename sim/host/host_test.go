package host

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle/asm"
	"heddle/hsaco"
	"heddle/sim"
	"heddle/sim/sanitize"
)

// print runs the kernel of an assembly file with all checks, and returns what it printed and how it
// ended.
func print(t *testing.T, file string, schedule sim.Schedule, grid, block uint32, args ...sim.Arg) (out, errors string, err error) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	r, err := asm.Assemble(text, asm.Options{File: file})
	if err != nil {
		t.Fatal(err)
	}
	code, err := hsaco.Link(r.Module)
	if err != nil {
		t.Fatal(err)
	}
	o, err := hsaco.Open(code, "")
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
	if file != "circle.s" {
		x, err := d.Alloc(4 << 10)
		if err != nil {
			t.Fatal(err)
		}
		for at := uint64(0); file == "assert.s" && at < x.Size; at += 4 {
			if err := x.Write(binary.LittleEndian.AppendUint32(nil, uint32(at/4)), at); err != nil {
				t.Fatal(err)
			}
		}
		args = append([]sim.Arg{sim.Pointer(x)}, args...)
	}
	var a, b bytes.Buffer
	l := sim.Launch{Kernel: k, Grid: [3]uint32{grid, 1, 1}, Block: [3]uint32{block, 1, 1}, Args: args, Options: sim.Options{Schedule: schedule, Seed: 1}}
	h, err := Attach(d, o, &l, Streams{&a, &b})
	if err != nil {
		t.Fatal(err)
	}
	s, err := sanitize.New(sanitize.Options{Checks: []string{"all"}, Object: o})
	if err != nil {
		t.Fatal(err)
	}
	s.Begin(&l)
	_, err = d.Run(l)
	if e := h.Finish(); e != nil {
		t.Errorf("%s: %v", file, e)
	}
	for _, f := range s.Findings() {
		t.Errorf("%s: %s at %#x", file, f.Message, f.Addr)
	}
	return a.String(), b.String(), err
}

// item is what hip.hip prints for an item, with glibc's forms.
func item(number string) string {
	return "item " + number + ": a string of more than fifty-six bytes, so that a packet is too small for it|ab      |" +
		"1.500 1099511627776 -1 0xff (nil) c " + strings.Repeat(" ", 6-len(number)) + number + " %\n"
}

// TestPrintf: what kernels of clang print, in the order of workgroups.
func TestPrintf(t *testing.T) {
	hip := []sim.Arg{sim.Value(1.5), sim.Value(uint64(0))}
	tests := []struct {
		file, want  string
		grid, block uint32
		args        []sim.Arg
	}{
		{"hip_hostcall.s", item("3") + item("103") + "wave 1\n" + item("203") + "wave 3\nwave 5\n" + item("303"), 3, 128, hip},
		{"hip_buffered.s", item("3") + item("103") + "wave 1\n" + item("203") + "wave 3\nwave 5\n" + item("303"), 3, 128, hip},
		{"opencl.s", "1: words -1.25 -1.2,2.0,3.0,4.0|1,-2,1|1,ffffffff|1,-2,3,4 a 0x1000024000\n" +
			"51: words -1.25 -1.2,2.0,3.0,4.0|1,-2,51|33,ffffffff|1,-2,3,4 a 0x1000024000\n" +
			"a:b\tinfinity -inf nan\na:b\tinfinity -inf nan\n" +
			"100% of 10000000033\n" +
			"101: words -1.25 -1.2,2.0,3.0,4.0|1,-2,101|65,ffffffff|1,-2,3,4 a 0x1000024000\n" +
			"a:b\tinfinity -inf nan\n", 2, 64, []sim.Arg{sim.Value(float32(-1.25))}},
	}
	for _, c := range tests {
		out, errors, err := print(t, c.file, sim.ScheduleRoundRobin, c.grid, c.block, c.args...)
		if err != nil || errors != "" {
			t.Errorf("%s: %v, and on standard error %q", c.file, err, errors)
		}
		if out != c.want {
			t.Errorf("%s printed\n%s\nwant\n%s", c.file, out, c.want)
		}
		// Another order of waves prints the same lines, and those of a workgroup stay together.
		for _, s := range []sim.Schedule{sim.ScheduleRun, sim.ScheduleLate, sim.ScheduleRandom} {
			again, _, err := print(t, c.file, s, c.grid, c.block, c.args...)
			if err != nil || len(again) != len(c.want) {
				t.Errorf("%s with schedule %d: %v, printed\n%s", c.file, s, err, again)
			}
		}
	}
}

// TestAssert: a message on standard error, and the wave that stopped.
func TestAssert(t *testing.T) {
	out, errors, err := print(t, "assert.s", sim.ScheduleRoundRobin, 4, 64)
	if want := strings.Repeat("x is too large\n", 27); errors != want || out != "" {
		t.Errorf("printed %q, and on standard error\n%s", out, errors)
	}
	const want = "kernel check, workgroup 1,0,0, wave 0, at "
	if err == nil || !strings.HasPrefix(err.Error(), want) || !strings.Contains(err.Error(), "s_trap 2") {
		t.Errorf("got error %v, want %s… s_trap 2", err, want)
	}
}

// TestHostile: what is in the buffers is the kernel's, and may be anything.
func TestHostile(t *testing.T) {
	for file, want := range map[string]string{
		"circle.s": "the ready packets of the hostcall buffer make a circle",
		"memory.s": "the kernel calls the host for service 3, memory (malloc in a kernel): there is only printf",
	} {
		if _, _, err := print(t, file, sim.ScheduleRoundRobin, 1, 64); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: got error %v, want %s", file, err, want)
		}
	}
	var m messages
	slot := make([]byte, slotSize)
	binary.LittleEndian.PutUint64(slot, 5<<8)
	if _, err := m.part(Streams{}, slot); err == nil {
		t.Error("a message that was never begun is accepted")
	}
	binary.LittleEndian.PutUint64(slot, 1|7<<5)
	desc, err := m.part(Streams{}, slot)
	for n := 0; err == nil; n += 56 {
		if n > 2*maxMessage {
			t.Fatal("a message may have any length")
		}
		binary.LittleEndian.PutUint64(slot, desc)
		_, err = m.part(Streams{}, slot)
	}
}

// TestRecords: records of a buffer that are not what they should be.
func TestRecords(t *testing.T) {
	le := binary.LittleEndian
	hash := le.AppendUint64(le.AppendUint32(nil, 12<<2|2), 0xab)
	for _, c := range []struct {
		lines []string
		data  []byte
		want  string // of the text or the error
	}{
		{[]string{"1:1:4:%d\\n"}, []byte{1, 0, 0, 0, 255, 255, 255, 255}, "-1\n"},
		{[]string{"1:1:4:%d\\n"}, []byte{1, 0, 0, 0, 255}, "a record of 8 bytes ends after the last"},
		{[]string{"1:1:4:%d\\n"}, []byte{2, 0, 0, 0}, "format string 2 is not in amdhsa.printf"},
		{[]string{"1:1:4:%d\\n"}, []byte{2, 0}, "2 bytes are no record"},
		{[]string{"1:2:4"}, []byte{1, 0, 0, 0}, `amdhsa.printf: "1:2:4" is not id:count:size:…:text`},
		{[]string{"x"}, []byte{1, 0, 0, 0}, `amdhsa.printf: "x" is not id:count:size:…:text`},
		{[]string{"1:1:-4:%d"}, []byte{1, 0, 0, 0}, `amdhsa.printf: "1:1:-4:%d" is not id:count:size:…:text`},
		{[]string{"0:0:xy,%d", "0:0:ac,x"}, hash, `amdhsa.printf: "0:0:xy,%d" has no hash`},
		{[]string{"x", "1:2:4", "2:0:right"}, []byte{2, 0, 0, 0}, "right"},
		{[]string{"0:0:ab,x\\72%d %s"}, hash, "x:"},
		{[]string{"0:0:ac,x"}, hash, "no format string in amdhsa.printf has hash 00000000000000ab"},
		{[]string{"0:0:ac,x"}, le.AppendUint32(nil, 0), "a record of 0 bytes; there are 4"},
		{nil, append(le.AppendUint32(nil, 12<<2), "%s!\x00\x00\x00\x00\x00"...), ""},
		{nil, append(le.AppendUint32(nil, 8<<2), "4%%!"...), "4%!"},
		{nil, le.AppendUint32(nil, 4<<2), "a record without a format string"},
	} {
		_, text, _, err := readFormats(c.lines).record(c.data)
		got := string(text)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%q with %x: got %q, want %q", c.lines, c.data, got, c.want)
		}
	}
}

// FuzzRecord: nothing in a buffer makes the host panic, or go on forever.
func FuzzRecord(f *testing.F) {
	f.Add("1:3:4:16:8:%d %v4f %s", []byte("\x01\x00\x00\x00abcdefghijklmnopqrstuvwxyz"))
	f.Add("0:0:61,%*.*f %s %n", []byte("\x42\x01\x00\x00a\x00\x00\x00\x00\x00\x00\x00abcdefghijklmnopqrstuvwxyz"))
	f.Fuzz(func(t *testing.T, line string, data []byte) {
		x := readFormats(strings.Split(line, "\n"))
		for len(data) > 0 {
			_, _, n, err := x.record(data)
			if err != nil {
				break
			}
			data = data[n:]
		}
	})
}
