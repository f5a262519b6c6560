package ir

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// foreignOps counts the operations of dialects that are not read. A file has hundreds of them; the
// error is reported once.
type foreignOps struct {
	at       Pos            // of the first
	dialects []string       // as they come
	counts   map[string]int // by operation
}

func (f *foreignOps) add(dialect, op string, at Pos) {
	if f.counts == nil {
		f.counts, f.at = map[string]int{}, at
	}
	f.counts[op]++
	if !slices.Contains(f.dialects, dialect) {
		f.dialects = append(f.dialects, dialect)
	}
}

// reportForeign reports one error for a file with dialects that are not read; its other faults do
// not matter until these are gone.
func (p *parser) reportForeign() {
	f := &p.foreign
	if len(f.dialects) == 0 {
		return
	}
	p.ds = Diagnostics{}
	names := make([]string, min(len(f.dialects), mostForeign))
	for i := range names {
		names[i] = clip(f.dialects[i])
	}
	what := "dialect " + names[0] + " is"
	if len(f.dialects) > 1 {
		what = "dialects " + shortList(names, len(f.dialects)) + " are"
	}
	notes := []string{"Heddle reads " + dialectNames() + "; lower it to these first"}
	for _, h := range foreignHints {
		if slices.ContainsFunc(h.dialects, func(d string) bool { return slices.Contains(f.dialects, d) }) {
			notes = append(notes, h.hint)
		}
	}
	p.report(f.at, fmt.Sprintf("the %s not read: the file has %s", what, f.list()), notes...)
}

// mostForeign bounds the names that are listed.
const mostForeign = 12

// list returns the operations with their numbers, the most frequent first.
func (f *foreignOps) list() string {
	names := slices.SortedFunc(maps.Keys(f.counts), func(a, b string) int {
		return cmp.Or(f.counts[b]-f.counts[a], strings.Compare(a, b))
	})
	all := len(names)
	names = names[:min(all, mostForeign)]
	for i, name := range names {
		names[i] = fmt.Sprintf("%s (%d)", clip(name), f.counts[name])
	}
	return shortList(names, all)
}

// shortList returns the first of all names.
func shortList(names []string, all int) string {
	text := strings.Join(names, ", ")
	if more := all - len(names); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// foreignHints give advice for files of dialects that users are likely to have.
var foreignHints = []struct {
	dialects []string
	hint     string
}{
	{[]string{"tt", "ttg", "amdg", "amdgpu_gpu", "triton_gpu"}, "Triton does not lower to these: compile with it, and give the .hsaco to heddle run"},
	{[]string{"linalg", "tensor", "bufferization", "tosa", "stablehlo", "mhlo", "flow"}, "lower it to loops over memrefs and vectors first (bufferize, then scf or affine)"},
	{[]string{"llvm"}, "the file is lowered too far: take it from before the conversion to llvm (of which llvm.call_intrinsic, llvm.fence and llvm.intr.trap are read)"},
	{[]string{"spirv", "nvvm", "nvgpu", "xegpu", "xevm"}, "it is for other GPUs than those of AMD"},
}

// prettyOp is an operation at the beginning of a line, or after its results, in the non-generic
// form.
var prettyOp = regexp.MustCompile(`(?m)^[ \t]*(?:%[\w:, %]+=[ \t]*)?([a-z_]\w*)\.([a-z_][\w.]*)`)

// foreignText reports whether the file, which is not in the generic form, has
// operations of dialects that are not read, and notes them: the generic form
// would not help it.
func (p *parser) foreignText() bool {
	for _, m := range prettyOp.FindAllStringSubmatchIndex(p.s, -1) {
		dialect := p.s[m[2]:m[3]]
		if d, there := known[dialect]; !there || d.Few {
			p.foreign.add(dialect, p.s[m[2]:m[5]], Pos{int32(m[2]), int32(m[5])})
		}
	}
	return len(p.foreign.dialects) > 0
}
