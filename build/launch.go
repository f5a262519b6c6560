package build

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// LaunchSchema is the "schema" of launch files, which `heddle run --launch`
// takes (README.md).
const LaunchSchema = "heddle.launch/v1"

// Launch is a launch file that says how the kernels of a code object are
// launched. What the kernels do not state is a guess to begin with: a grid of 1, a
// workgroup of one wave, open sizes as large as the workgroup. Arguments are
// numbers of 1 and memory of the right size, random where a kernel only reads it.
type Launch struct {
	Schema string `json:"schema"`
	Object string `json:"object"`
	// Buffers are memory that arguments name as "@name", in the forms of --arg.
	Buffers    []LaunchBuffer `json:"-"`
	Dispatches []Dispatch     `json:"dispatches"`
}

// LaunchBuffer is memory that dispatches share.
type LaunchBuffer struct{ Name, Arg string }

// Dispatch is the launch of one kernel.
type Dispatch struct {
	Kernel string      `json:"kernel"`
	Grid   [3]uint32   `json:"grid"`  // workgroups
	Block  [3]uint32   `json:"block"` // work-items of a workgroup
	Args   []LaunchArg `json:"args"`
}

// LaunchArg is an argument: what to pass, in the forms of --arg, and where it
// lies in the kernarg segment.
type LaunchArg struct {
	Arg  string `json:"arg"`
	At   int    `json:"at"`             // bytes
	Name string `json:"name,omitempty"` // of the parameter, with the part of a memref's descriptor
	Type string `json:"type,omitempty"` // of the parameter, in MLIR
}

// Launch makes the launch file for an object that is in a file of that name,
// relative to the launch file.
func (r *Result) Launch(object string) *Launch {
	l := &Launch{Schema: LaunchSchema, Object: object}
	for _, k := range r.Kernels {
		d := Dispatch{Kernel: k.Name, Grid: k.Grid, Block: k.Block, Args: []LaunchArg{}}
		if d.Block[0] == 0 {
			d.Block[0] = uint32(r.Chip.WaveSize)
		}
		for i := range 3 {
			d.Grid[i], d.Block[i] = max(d.Grid[i], 1), max(d.Block[i], 1)
		}
		s := sample{lanes: int64(d.Block[0]) * int64(d.Block[1]) * int64(d.Block[2]) * int64(d.Grid[0])}
		for _, p := range k.Params {
			d.Args = append(d.Args, LaunchArg{Arg: s.arg(&p), At: p.Offset, Name: p.Name, Type: p.Type.String()})
		}
		l.Dispatches = append(l.Dispatches, d)
	}
	return l
}

// JSON is the file. Sizes and arguments are on one line each. A line has the digest
// of the others, by which IsGenerated knows the file again.
func (l *Launch) JSON() []byte {
	b := l.json()
	_, at, _ := digestLine(b)
	line := fmt.Appendf(nil, "%s%s\",\n", digestKey, digest(b))
	return slices.Insert(b, at, line...)
}

// digestKey begins the line with the digest.
const digestKey = `  "generated": "`

func digest(b []byte) string { return fmt.Sprintf("sha256:%x", sha256.Sum256(b))[:len("sha256:")+16] }

// digestLine finds the place of the line with the digest, behind the first two,
// and the line if it is there.
func digestLine(b []byte) (line []byte, at int, ok bool) {
	for range 2 {
		n := bytes.IndexByte(b[at:], '\n')
		if n < 0 {
			return nil, 0, false
		}
		at += n + 1
	}
	line, _, ok = bytes.Cut(b[at:], []byte("\n"))
	return line, at, ok && bytes.HasPrefix(line, []byte(digestKey))
}

// IsGenerated reports whether a launch file is as JSON wrote it, of whatever
// kernels; it is not if somebody has edited it.
func IsGenerated(b []byte) bool {
	line, at, ok := digestLine(b)
	if !ok {
		return false
	}
	rest := slices.Concat(b[:at], b[at+len(line)+1:])
	return string(line) == digestKey+digest(rest)+`",`
}

// json is the file without the digest.
func (l *Launch) json() []byte {
	b := fmt.Appendf(nil, "{\n  \"schema\": %s,\n  \"object\": %s,", quoted(l.Schema), quoted(l.Object))
	if len(l.Buffers) > 0 {
		b = append(b, "\n  \"buffers\": {"...)
		for i, x := range l.Buffers {
			b = fmt.Appendf(b, "%s\n    %s: %s", comma(i), quoted(x.Name), quoted(x.Arg))
		}
		b = append(b, "\n  },"...)
	}
	b = fmt.Appendf(b, "\n  \"dispatches\": [")
	for i, d := range l.Dispatches {
		b = fmt.Appendf(b, "%s\n    {\n      \"kernel\": %s,\n      \"grid\": %s,\n      \"block\": %s,\n      \"args\": [", comma(i), quoted(d.Kernel), quoted(d.Grid), quoted(d.Block))
		for k, a := range d.Args {
			b = fmt.Appendf(b, "%s\n        %s", comma(k), quoted(a))
		}
		b = append(b, "\n      ]\n    }"...)
	}
	return append(b, "\n  ]\n}\n"...)
}

func comma(i int) string {
	if i == 0 {
		return ""
	}
	return ","
}

// quoted is v in JSON, with < and > as they are: types of MLIR have them.
func quoted(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(fmt.Sprintf("BUG: %v", err))
	}
	return strings.TrimSuffix(b.String(), "\n")
}
