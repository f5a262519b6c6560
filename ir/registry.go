package ir

// dialects are the tables of all operations. Each is in ops_<name>.go.
var dialects = [...]*Dialect{
	&builtinDialect,
	&funcDialect,
	&arithDialect,
	&mathDialect,
	&cfDialect,
	&scfDialect,
	&gpuDialect,
	&affineDialect,
	&amdgpuDialect,
	&rocdlDialect,
	&streamDialect,
	&ireeInputDialect,
	&memrefDialect,
	&vectorDialect,
}

// registry finds declarations by name.
type registry struct {
	ops   map[string]*OpDecl
	attrs map[string]*DialectAttr // "arith.fastmath"
	names map[string]*Dialect
	// discardable attributes by full name: "gpu.known_block_size"
	discardable map[string]*AttrDecl
}

var known = newRegistry(dialects[:])

func newRegistry(dialects []*Dialect) *registry {
	r := &registry{map[string]*OpDecl{}, map[string]*DialectAttr{}, map[string]*Dialect{}, map[string]*AttrDecl{}}
	for _, d := range dialects {
		r.names[d.Name] = d
		for i := range d.Ops {
			op := &d.Ops[i]
			if r.ops[op.Name] != nil {
				panic("BUG: " + op.Name + " is declared twice")
			}
			op.segments = op.Is(Segments) || groups(op.Operands) > 1
			r.ops[op.Name] = op
		}
		for i := range d.Discardable {
			r.discardable[d.Discardable[i].Name] = &d.Discardable[i]
		}
		for i := range d.Attrs {
			r.attrs[d.Name+"."+d.Attrs[i].Name] = &d.Attrs[i]
		}
	}
	return r
}

// groups counts the rows that are not exactly one value.
func groups(rows []ValueDecl) int {
	n := 0
	for i := range rows {
		if rows[i].Count != One {
			n++
		}
	}
	return n
}

// Dialects gives all tables, for tools that list operations. They must not be
// changed.
func Dialects() []*Dialect { return dialects[:] }

// Declared finds the declaration of an operation, nil if there is none.
func Declared(name string) *OpDecl { return known.ops[name] }
