package field

import (
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

var launchDir = flag.String("field.launches", "", "folder for launch files of what TestPeers times, for heddle time --launch and heddle run --launch")

// writeLaunch writes a launch file (docs/launch.md) of an object, with zeros for all
// memory, if -field.launches asks for it. Addresses are written over the bytes of the
// other arguments.
func writeLaunch(name, object string, l *launch) error {
	if *launchDir == "" {
		return nil
	}
	object, err := filepath.Abs(object)
	if err != nil {
		return err
	}
	type arg struct {
		Arg string `json:"arg"`
		At  int    `json:"at"`
	}
	buffers, args, names := map[string]string{}, []arg{}, map[*tensor]string{}
	marks := map[uint64]string{}
	raw := l.kernargs(func(t *tensor) uint64 {
		if names[t] == "" {
			names[t] = fmt.Sprintf("b%d", len(names))
			buffers[names[t]] = fmt.Sprintf("zero:u8[%d]", max(len(t.data), t.size))
		}
		mark := uint64(0xad<<56) + uint64(len(marks))
		marks[mark] = names[t]
		return mark
	})
	for at := 0; at+8 <= len(raw); at += 4 {
		mark := uint64(0)
		for i := range 8 {
			mark |= uint64(raw[at+i]) << (8 * i)
		}
		if b, ok := marks[mark]; ok {
			args = append(args, arg{"@" + b, at})
			clear(raw[at : at+8])
		}
	}
	opened, err := open(object)
	if err != nil {
		return err
	}
	if m := opened.Kernels[0].Metadata; m != nil {
		for _, a := range m.Args { // bytes that only pad
			if end := a.Offset + a.Size; !strings.HasPrefix(a.ValueKind, "hidden_") && end > len(raw) {
				raw = append(raw, make([]byte, end-len(raw))...)
			}
		}
	}
	text, err := json.MarshalIndent(map[string]any{
		"schema": "heddle.launch/v1", "object": object, "buffers": buffers,
		"dispatches": []any{map[string]any{"grid": l.grid, "block": []uint32{l.block}, "lds": l.lds, "kernarg": hex.EncodeToString(raw), "args": args}},
	}, "", " ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(*launchDir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(*launchDir, strings.Join(strings.Fields(name), "_")+".launch.json"), append(text, '\n'), 0o644)
}
