package launch

import (
	"slices"
	"strings"
	"testing"
)

// TestBufferNames: a name of a buffer may be a key's.
func TestBufferNames(t *testing.T) {
	const text = `{"schema": "heddle.launch/v1", "buffers": {"args": ["i32:1", {"arg": "i32:1", "at": 8}], "zz": {"arg": "zero:i32[4]", "put": [{"arg": "@args"}]}}, "dispatches": [{"kernel": "k"}]}`
	l, err := Parse("dir/l.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Buffers) != 2 || l.Buffers[0].Name != "args" || len(l.Buffers[0].List) != 2 || l.Buffers[1].Name != "zz" || len(l.Buffers[1].Put) != 1 {
		t.Errorf("%+v", l.Buffers)
	}
}

// TestBufferContents: what a buffer holds is said once.
func TestBufferContents(t *testing.T) {
	for spec, want := range map[string]string{
		`{}`:                                    `"arg" is missing`,
		`""`:                                    `"arg" is missing`,
		`{"put": []}`:                           `"arg" is missing`,
		`{"list": [], "arg": "zero:u8[8]"}`:     `"list" gives the whole buffer`,
		`{"arg": "zero:u8[8]", "put": []}`:      "",
		`{"list": ["i32:1"], "put": ["i32:1"]}`: `"list" gives the whole buffer`,
	} {
		_, err := Parse("l.json", []byte(`{"schema": "heddle.launch/v1", "buffers": {"x": `+spec+`}, "dispatches": [{"kernel": "k"}]}`))
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", spec, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), "buffers.x: "+want)):
			t.Errorf("%s: error %v, want %q", spec, err, want)
		}
	}
}

// FuzzLaunch: no text of a launch file makes reading it fail but with an error, and
// one that is read is read again as it is written.
func FuzzLaunch(f *testing.F) {
	f.Add([]byte(`{"schema": "heddle.launch/v1", "buffers": {"x": "rand:u32[128]:seed=3"}, "dispatches": [{"kernel": "k", "grid": [2], "block": [64], "args": ["@x+4", {"arg": "i32:1", "at": 8}]}]}`))
	f.Add([]byte(`{"schema": "heddle.launch/v1", "object": "k.s", "buffers": {"x": {"arg": "zero:u8[64]", "put": ["@x"]}, "y": ["@x", "i32:1"]}, "dispatches": [{"object": "m.s", "workload": [3], "lds": 4, "kernarg": "00", "args": [], "workgroups": "corners"}], "expect": [{"buffer": "x", "file": "x.npy", "atol": 1e-3}]}`))
	f.Add([]byte(`{"schema": "heddle.launch/v1", "buffers": {"": {"arg": "zero:u8[8]", "put": []}}, "dispatches": [{"args": null}]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		if strings.Contains(string(b), "file:") { // files are not for a fuzzer to open
			return
		}
		l, err := Parse("f.json", b)
		if err != nil {
			return
		}
		written := l.JSON()
		again, err := Parse("f.json", written)
		if err != nil {
			t.Fatalf("%v\n%s", err, written)
		}
		if text := again.JSON(); string(text) != string(written) {
			t.Fatalf("written\n%s\nand again\n%s", written, text)
		}
		for i := range l.Buffers {
			spec := &l.Buffers[i]
			opens := func(a Arg) bool { return strings.HasPrefix(a.Arg, "i") }
			if !opens(Arg{Arg: spec.Arg}) && !slices.ContainsFunc(spec.List, opens) && !slices.ContainsFunc(spec.Put, opens) {
				_, _, _ = spec.memory()
			}
		}
		for _, d := range l.Dispatches {
			d.assign([]parameter{{parts: []part{{"x", 0, 8}}}})
			_, _ = ThreeSizes(d.Grid)
			for _, a := range d.Args {
				if a.isRef() {
					_, _, _ = bufferRef(a.Arg, map[string]*Memory{"x": {}})
				}
			}
		}
	})
}
