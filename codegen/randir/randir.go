// Package randir makes random kernels in MLIR for tests of what the compiler does
// to the IR: arithmetic of all widths, branches, loops that carry values, calls,
// affine maps, vectors, LDS and reads of memory, without undefined behaviour (but
// for rare poison). The same seed gives the same text.
package randir

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Words is the number of i32 that the kernel reads and that each lane writes.
const (
	Words   = 1024
	PerLane = 8
)

// Kernel gives the text of a module with one kernel: it takes
// memref<1024xi32>, memref<?xi32> (PerLane for each lane of the grid), an index and
// an i32.
func Kernel(seed uint64) string {
	g := &generator{r: rand.New(rand.NewPCG(seed, 1)), pool: map[string][]string{}}
	return g.kernel()
}

// Blocks are the workgroup sizes that kernels have.
var Blocks = [][3]int{{64, 1, 1}, {32, 2, 1}, {128, 1, 1}, {16, 4, 2}, {48, 1, 1}, {64, 2, 1}, {1, 64, 1}, {96, 1, 1}}

type generator struct {
	r     *rand.Rand
	b     strings.Builder
	next  int
	depth int
	pool  map[string][]string // names of values, by type
	ops   int
}

func (g *generator) name() string {
	g.next++
	return fmt.Sprintf("%%v%d", g.next)
}

func (g *generator) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("  ", g.depth+3))
	fmt.Fprintf(&g.b, format+"\n", args...)
	g.ops++
}

func (g *generator) def(t, format string, args ...any) string {
	n := g.name()
	g.line("%s = %s", n, fmt.Sprintf(format, args...))
	g.pool[t] = append(g.pool[t], n)
	return n
}

// constant makes a constant; small ones and edges are likely.
func (g *generator) constant(t string, v int64) string {
	return g.def(t, `"arith.constant"() <{value = %d : %s}> : () -> %s`, v, t, t)
}

var widths = map[string]int{"i8": 8, "i16": 16, "i32": 32, "i64": 64, "index": 64}

func (g *generator) number(t string) int64 {
	w := widths[t]
	switch g.r.IntN(5) {
	case 0:
		return int64(1) << g.r.IntN(w-1)
	case 1:
		return -1 << g.r.IntN(w)
	case 2:
		return g.r.Int64() >> (64 - w)
	}
	return int64(g.r.IntN(41)) - 8
}

// value gives some value of a type, the latest more often.
func (g *generator) value(t string) string {
	p := g.pool[t]
	if len(p) == 0 || g.r.IntN(8) == 0 {
		switch {
		case t == "i1":
			return g.def(t, `"arith.constant"() <{value = %v}> : () -> i1`, g.r.IntN(2) == 0)
		case strings.HasPrefix(t, "vector"):
			return g.def(t, `"vector.broadcast"(%s) : (i32) -> %s`, g.value("i32"), t)
		}
		return g.constant(t, g.number(t))
	}
	n := len(p)
	if g.r.IntN(2) == 0 && n > 6 {
		return p[n-1-g.r.IntN(6)]
	}
	return p[g.r.IntN(n)]
}

var integers = []string{"i8", "i16", "i32", "i32", "i64", "index", "index", "index"}

const vec = "vector<4xi32>"

func (g *generator) kernel() string {
	block := Blocks[g.r.IntN(len(Blocks))]
	g.line(`%%tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index`)
	g.line(`%%ty = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index`)
	g.line(`%%tz = "gpu.thread_id"() <{dimension = #gpu<dim z>}> : () -> index`)
	g.line(`%%bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index`)
	g.line(`%%lds = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<256xi32, 3>`)
	g.pool["index"] = []string{"%tx", "%ty", "%tz", "%bx", "%n", "%tx", "%ty"}
	g.pool["i32"] = []string{"%k"}
	lanes := block[0] * block[1] * block[2]
	lane := g.def("index", `"affine.apply"(%%tx, %%ty, %%tz) <{map = affine_map<(d0, d1, d2) -> (d0 + d1 * %d + d2 * %d)>}> : (index, index, index) -> index`, block[0], block[0]*block[1])
	base := g.def("index", `"affine.apply"(%%bx, %s) <{map = affine_map<(d0, d1) -> ((d0 * %d + d1) * %d)>}> : (index, index) -> index`, lane, lanes, PerLane)
	// Each lane writes its own word of LDS.
	g.line(`"memref.store"(%%k, %%lds, %s) : (i32, memref<256xi32, 3>, index) -> ()`, lane)
	g.line(`"gpu.barrier"() : () -> ()`)
	for i := range PerLane {
		for range 4 + g.r.IntN(5) {
			g.statement()
		}
		at := g.def("index", `"arith.addi"(%s, %s) : (index, index) -> index`, base, g.constant("index", int64(i)))
		g.line(`"memref.store"(%s, %%out, %s) : (i32, memref<?xi32>, index) -> ()`, g.word(), at)
	}
	return fmt.Sprintf(`"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "func.func"() <{function_type = (i32, index) -> (i32, index), sym_name = "f", sym_visibility = "private"}> ({
    ^bb0(%%a: i32, %%b: index):
      %%0 = "arith.index_cast"(%%b) : (index) -> i32
      %%1 = "arith.muli"(%%a, %%0) : (i32, i32) -> i32
      %%2 = "arith.index_cast"(%%1) : (i32) -> index
      "func.return"(%%1, %%2) : (i32, index) -> ()
    }) : () -> ()
    "gpu.func"() <{function_type = (memref<%dxi32>, memref<?xi32>, index, i32) -> (), known_block_size = array<i32: %d, %d, %d>}> ({
    ^bb0(%%in: memref<%dxi32>, %%out: memref<?xi32>, %%n: index, %%k: i32):
%s      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k"} : () -> ()
  }) : () -> ()
}) : () -> ()
`, Words, block[0], block[1], block[2], Words, g.b.String())
}

// word brings something into an i32.
func (g *generator) word() string {
	switch t := integers[g.r.IntN(len(integers))]; t {
	case "i32":
		return g.value(t)
	case "index":
		return g.def("i32", `"arith.index_cast"(%s) : (index) -> i32`, g.value(t))
	case "i64":
		return g.def("i32", `"arith.trunci"(%s) : (i64) -> i32`, g.value(t))
	default:
		return g.def("i32", `"arith.extsi"(%s) : (%s) -> i32`, g.value(t), t)
	}
}

var predicates = 10

func (g *generator) condition() string {
	if g.r.IntN(4) == 0 {
		return g.value("i1")
	}
	t := integers[g.r.IntN(len(integers))]
	c := g.def("i1", `"arith.cmpi"(%s, %s) <{predicate = %d : i64}> : (%s, %s) -> i1`, g.value(t), g.value(t), g.r.IntN(predicates), t, t)
	if g.r.IntN(4) == 0 {
		c = g.def("i1", `"arith.%s"(%s, %s) : (i1, i1) -> i1`, []string{"andi", "ori", "xori"}[g.r.IntN(3)], c, g.value("i1"))
	}
	return c
}

func (g *generator) pick(names ...string) string { return names[g.r.IntN(len(names))] }

// flags are rarely there, as what overflows ends the test.
func (g *generator) flags() string {
	if g.r.IntN(25) > 0 {
		return ""
	}
	return fmt.Sprintf(" <{overflowFlags = #arith.overflow<%s>}>", g.pick("nsw", "nuw", "nsw, nuw"))
}

func (g *generator) statement() {
	t := integers[g.r.IntN(len(integers))]
	switch g.r.IntN(24) {
	case 0, 1, 2, 3, 4:
		name := g.pick("addi", "addi", "subi", "muli", "muli", "andi", "ori", "xori", "maxsi", "minsi", "maxui", "minui")
		flags := ""
		if name == "addi" || name == "subi" || name == "muli" {
			flags = g.flags()
		}
		g.def(t, `"arith.%s"(%s, %s)%s : (%s, %s) -> %s`, name, g.value(t), g.value(t), flags, t, t, t)
	case 5:
		c := g.constant(t, int64(g.r.IntN(widths[t])))
		g.def(t, `"arith.%s"(%s, %s) : (%s, %s) -> %s`, g.pick("shli", "shrui", "shrsi"), g.value(t), c, t, t, t)
	case 6, 7: // a divisor from 1 on
		d := g.def(t, `"arith.andi"(%s, %s) : (%s, %s) -> %s`, g.value(t), g.constant(t, int64(1)<<g.r.IntN(6)-1), t, t, t)
		if g.r.IntN(2) == 0 {
			d = g.def(t, `"arith.addi"(%s, %s) : (%s, %s) -> %s`, d, g.constant(t, 1), t, t, t)
		} else {
			d = g.constant(t, 1+int64(g.r.IntN(100)))
		}
		g.def(t, `"arith.%s"(%s, %s) : (%s, %s) -> %s`, g.pick("divui", "divsi", "remui", "remsi", "floordivsi", "ceildivsi", "ceildivui"), g.value(t), d, t, t, t)
	case 8:
		g.condition()
	case 9:
		g.def(t, `"arith.select"(%s, %s, %s) : (i1, %s, %s) -> %s`, g.condition(), g.value(t), g.value(t), t, t, t)
	case 10:
		pair := [][2]string{{"i8", "i16"}, {"i8", "i32"}, {"i16", "i32"}, {"i32", "i64"}, {"i1", "i32"}, {"i16", "i64"}}[g.r.IntN(6)]
		g.def(pair[1], `"arith.%s"(%s) : (%s) -> %s`, g.pick("extui", "extsi"), g.value(pair[0]), pair[0], pair[1])
		g.def(pair[0], `"arith.trunci"(%s) : (%s) -> %s`, g.value(pair[1]), pair[1], pair[0])
	case 11:
		u := g.pick("i8", "i32", "i64")
		name := g.pick("index_cast", "index_castui")
		g.def("index", `"arith.%s"(%s) : (%s) -> index`, name, g.value(u), u)
		g.def(u, `"arith.%s"(%s) : (index) -> %s`, name, g.value("index"), u)
	case 12, 13:
		e := g.pick("d0 + d1 * 4", "d0 mod 16 + d1 * 32", "d0 floordiv 8", "(d0 + d1) ceildiv 5", "(d0 mod 64) floordiv 16", "d0 * 3 - d1 floordiv 7", "d0 mod 7", "(d0 floordiv 64) * 64 + d0 mod 64")
		g.def("index", `"affine.%s"(%s, %s) <{map = affine_map<(d0, d1) -> (%s)>}> : (index, index) -> index`, g.pick("apply", "apply", "min", "max"), g.value("index"), g.value("index"), e)
	case 14:
		at := g.def("index", `"arith.andi"(%s, %s) : (index, index) -> index`, g.value("index"), g.constant("index", Words-1))
		g.def("i32", `"memref.load"(%%in, %s) : (memref<%dxi32>, index) -> i32`, at, Words)
	case 15:
		at := g.def("index", `"arith.remui"(%s, %s) : (index, index) -> index`, g.value("index"), g.constant("index", 48))
		g.def("i32", `"memref.load"(%%lds, %s) : (memref<256xi32, 3>, index) -> i32`, at)
	case 16, 17:
		if g.depth < 3 && g.ops < 400 {
			g.branch(t)
		}
	case 18, 19:
		if g.depth < 3 && g.ops < 400 {
			g.loop(t)
		}
	case 20:
		g.vector()
	case 22:
		n, u := g.name(), g.pick("i32", "i16", "i8")
		switch g.r.IntN(4) {
		case 0:
			g.line(`%s:2 = "arith.addui_extended"(%s, %s) : (%s, %s) -> (%s, i1)`, n, g.value(u), g.value(u), u, u, u)
			g.pool["i1"] = append(g.pool["i1"], n+"#1")
		case 1, 2:
			g.line(`%s:2 = "arith.%s"(%s, %s) : (%s, %s) -> (%s, %s)`, n, g.pick("mului_extended", "mulsi_extended"), g.value(u), g.value(u), u, u, u, u)
			g.pool[u] = append(g.pool[u], n+"#0", n+"#1")
		case 3:
			g.def(t, `"math.absi"(%s) : (%s) -> %s`, g.value(t), t, t)
		}
	case 23:
		a := g.def("f32", `"arith.bitcast"(%s) : (i32) -> f32`, g.value("i32"))
		switch g.r.IntN(3) {
		case 0:
			g.def("i1", `"math.%s"(%s) : (f32) -> i1`, g.pick("isnan", "isinf", "isfinite", "isnormal"), a)
		case 1:
			b := g.def("f32", `"arith.bitcast"(%s) : (i32) -> f32`, g.value("i32"))
			c := g.def("f32", `"math.copysign"(%s, %s) : (f32, f32) -> f32`, a, b)
			g.def("i32", `"arith.bitcast"(%s) : (f32) -> i32`, c)
		case 2:
			b := g.def("f32", `"arith.sitofp"(%s) : (i32) -> f32`, g.value("i32"))
			c := g.def("f32", `"arith.%s"(%s, %s) : (f32, f32) -> f32`, g.pick("addf", "mulf", "subf"), b, g.pool["f32"][g.r.IntN(len(g.pool["f32"]))])
			g.def("i1", `"arith.cmpf"(%s, %s) <{predicate = %d : i64}> : (f32, f32) -> i1`, c, b, g.r.IntN(16))
		}
	case 21:
		switch g.r.IntN(4) {
		case 0:
			n, m := g.name(), g.value("i32")
			g.line(`%s:2 = "func.call"(%s, %s) <{callee = @f}> : (i32, index) -> (i32, index)`, n, m, g.value("index"))
			g.pool["i32"] = append(g.pool["i32"], n+"#0")
			g.pool["index"] = append(g.pool["index"], n+"#1")
		case 1:
			n, v := g.name(), g.value("index")
			g.line(`%s:3 = "affine.delinearize_index"(%s) <{static_basis = array<i64: %d, %d>}> : (index) -> (index, index, index)`, n, v, 1+g.r.IntN(9), 1<<g.r.IntN(6))
			g.pool["index"] = append(g.pool["index"], n+"#0", n+"#1", n+"#2")
		case 2:
			g.def("i32", `"rocdl.readfirstlane"(%s) : (i32) -> i32`, g.value("i32"))
		case 3:
			g.while()
		}
	}
}

// scope runs f with values that are gone afterwards.
func (g *generator) scope(f func()) {
	old := map[string]int{}
	for t, p := range g.pool {
		old[t] = len(p)
	}
	g.depth++
	f()
	g.depth--
	for t := range g.pool {
		g.pool[t] = g.pool[t][:old[t]]
	}
}

func (g *generator) some() {
	for range 1 + g.r.IntN(5) {
		g.statement()
	}
}

func (g *generator) branch(t string) {
	c := g.condition()
	n := g.name()
	g.line(`%s = "scf.if"(%s) ({`, n, c)
	for i := range 2 {
		if i == 1 {
			g.line("}, {")
		}
		g.scope(func() {
			g.some()
			g.line(`"scf.yield"(%s) : (%s) -> ()`, g.value(t), t)
		})
	}
	g.line("}) : (i1) -> %s", t)
	g.pool[t] = append(g.pool[t], n)
}

// loop counts from a small number to another one.
func (g *generator) loop(t string) {
	lower := g.constant("index", int64(g.r.IntN(6))-2)
	upper := g.constant("index", int64(g.r.IntN(7)))
	if g.r.IntN(2) == 0 { // one that differs between lanes
		upper = g.def("index", `"arith.andi"(%s, %s) : (index, index) -> index`, g.value("index"), g.constant("index", int64(1+2*g.r.IntN(4))))
	}
	step := g.constant("index", 1+int64(g.r.IntN(3)))
	n := g.name()
	iv, a, b := g.name(), g.name(), g.name()
	g.line(`%s:2 = "scf.for"(%s, %s, %s, %s, %s) ({`, n, lower, upper, step, g.value(t), g.value("index"))
	g.line(`^bb0(%s: index, %s: %s, %s: index):`, iv, a, t, b)
	g.scope(func() {
		g.pool["index"] = append(g.pool["index"], iv, b)
		g.pool[t] = append(g.pool[t], a)
		g.some()
		next := g.value("index")
		switch g.r.IntN(4) {
		case 0:
			next = g.def("index", `"arith.addi"(%s, %s) : (index, index) -> index`, b, g.constant("index", g.number("i8")))
		case 1:
			next = b
		}
		g.line(`"scf.yield"(%s, %s) : (%s, index) -> ()`, g.value(t), next, t)
	})
	g.line("}) : (index, index, index, %s, index) -> (%s, index)", t, t)
	g.pool[t] = append(g.pool[t], n+"#0")
	g.pool["index"] = append(g.pool["index"], n+"#1")
}

// while halves a number until it is small.
func (g *generator) while() {
	if g.depth >= 3 {
		return
	}
	start := g.def("i32", `"arith.andi"(%s, %s) : (i32, i32) -> i32`, g.value("i32"), g.constant("i32", 63))
	limit, two := g.constant("i32", int64(g.r.IntN(9))), g.constant("i32", 2)
	n, a, c, b := g.name(), g.name(), g.name(), g.name()
	g.line(`%s = "scf.while"(%s) ({`, n, start)
	g.line(`^bb0(%s: i32):`, a)
	g.line(`  %s = "arith.cmpi"(%s, %s) <{predicate = 4 : i64}> : (i32, i32) -> i1`, c, a, limit)
	g.line(`  "scf.condition"(%s, %s) : (i1, i32) -> ()`, c, a)
	g.line("}, {")
	g.line(`^bb0(%s: i32):`, b)
	g.scope(func() {
		g.pool["i32"] = append(g.pool["i32"], b)
		g.some()
		next := g.def("i32", `"arith.divui"(%s, %s) : (i32, i32) -> i32`, b, two)
		g.line(`"scf.yield"(%s) : (i32) -> ()`, next)
	})
	g.line("}) : (i32) -> i32")
	g.pool["i32"] = append(g.pool["i32"], n)
}

func (g *generator) vector() {
	switch g.r.IntN(6) {
	case 0:
		g.def(vec, `"vector.from_elements"(%s, %s, %s, %s) : (i32, i32, i32, i32) -> %s`, g.value("i32"), g.value("i32"), g.value("i32"), g.value("i32"), vec)
	case 1:
		g.def(vec, `"arith.%s"(%s, %s) : (%s, %s) -> %s`, g.pick("addi", "muli", "xori", "maxsi"), g.value(vec), g.value(vec), vec, vec, vec)
	case 2:
		g.def("i32", `"vector.extract"(%s) <{static_position = array<i64: %d>}> : (%s) -> i32`, g.value(vec), g.r.IntN(4), vec)
	case 3:
		g.def("i32", `"vector.reduction"(%s) <{kind = #vector.kind<%s>}> : (%s) -> i32`, g.value(vec), g.pick("add", "maxsi", "xor"), vec)
	case 4:
		at := g.def("index", `"arith.andi"(%s, %s) : (index, index) -> index`, g.value("index"), g.constant("index", Words-4))
		g.def(vec, `"vector.load"(%%in, %s) : (memref<%dxi32>, index) -> %s`, at, Words, vec)
	case 5:
		square := g.name()
		g.line(`%s = "vector.shape_cast"(%s) : (%s) -> vector<2x2xi32>`, square, g.value(vec), vec)
		turned := g.name()
		g.line(`%s = "vector.transpose"(%s) <{permutation = array<i64: 1, 0>}> : (vector<2x2xi32>) -> vector<2x2xi32>`, turned, square)
		g.def(vec, `"vector.shape_cast"(%s) : (vector<2x2xi32>) -> %s`, turned, vec)
	}
}
