package launch

import (
	"bytes"
	"encoding/json"
	"testing"
)

// TestIsGenerated: a launch file is known again, whatever is in it, and any edit
// of it shows.
func TestIsGenerated(t *testing.T) {
	for _, l := range []*File{
		{Schema: Schema, Object: "k.hsaco"},
		{Schema: Schema, Object: "a\nb\"generated\": \"", Buffers: Buffers{{Name: "x", Arg: "zero:u8[4]"}}, Dispatches: []*Dispatch{{Kernel: "k", Args: []Arg{{Arg: "@x"}}}}},
	} {
		b := l.JSON()
		if !json.Valid(b) || !IsGenerated(b) {
			t.Errorf("not known again:\n%s", b)
		}
		for i := range b {
			edited := bytes.Clone(b)
			edited[i] ^= 1
			if IsGenerated(edited) {
				t.Errorf("a change of byte %d (%q) does not show:\n%s", i, b[i], b)
			}
		}
		for _, edited := range [][]byte{nil, []byte("\n\n"), b[:len(b)-1], append(bytes.Clone(b), '\n'), bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n")), l.json()} {
			if IsGenerated(edited) {
				t.Errorf("passes for generated:\n%s", edited)
			}
		}
	}
}
