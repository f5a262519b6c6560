package opt

import (
	"heddle/codegen/flow"
	"heddle/ir"
)

// reduceOps are the operations that combine two numbers, by the kind of a
// gpu.all_reduce, of integers and of floats.
var reduceOps = map[string][2]string{
	"add": {"addi", "addf"}, "mul": {"muli", "mulf"}, "and": {"andi", ""}, "or": {"ori", ""}, "xor": {"xori", ""},
	"minui": {"minui", ""}, "minsi": {"minsi", ""}, "maxui": {"maxui", ""}, "maxsi": {"maxsi", ""},
	"minnumf": {"", "minnumf"}, "maxnumf": {"", "maxnumf"}, "minimumf": {"", "minimumf"}, "maximumf": {"", "maximumf"},
}

// lowerAllReduce replaces gpu.all_reduce: the lanes of each wave are combined by shuffles, the
// first one's result goes through LDS, and all lanes combine those of the waves from the first to
// the last. The LDS is free again after the second barrier. Reductions in workgroups of unknown
// size, and those with a body of several blocks, are left.
func lowerAllReduce(c *Context) error {
	launch := flow.LaunchOf(c.Kernel, c.Chip)
	ir.Rewrite(c.Kernel, func(w *ir.Rewriter, op *ir.Operation) bool {
		r := allReducer{maker: maker{w}, op: op, wave: int64(c.Chip.WaveSize)}
		r.lanes = int64(launch.Block[0]) * int64(launch.Block[1]) * int64(launch.Block[2])
		if op.Name() != "gpu.all_reduce" || r.lanes == 0 || len(op.Regions[0].Blocks) > 1 {
			return true
		}
		return w.ReplaceOp(op, r.total())
	})
	return nil
}

type allReducer struct {
	maker
	op          *ir.Operation
	lanes, wave int64
}

// combine returns the operation, or a copy of the body.
func (r *allReducer) combine(a, b *ir.Value) *ir.Value {
	if body := r.op.Regions[0].Entry(); body != nil {
		values := map[*ir.Value]*ir.Value{body.Args[0]: a, body.Args[1]: b}
		var last *ir.Operation
		for _, op := range ir.CloneOps(body.Ops, values) {
			if last = op; !op.Decl.Is(ir.Terminator) {
				r.Insert(op)
			}
		}
		return last.Operands[0]
	}
	names := reduceOps[r.op.EnumAttr("op")]
	if _, isFloat := a.Type.(ir.FloatType); isFloat {
		return r.two(names[1], a, b)
	}
	return r.two(names[0], a, b)
}

func (r *allReducer) total() *ir.Value {
	v, t := r.inWave(), r.op.Operands[0].Type
	if r.lanes <= r.wave {
		return v
	}
	waves := (r.lanes + r.wave - 1) / r.wave
	lds := r.Op("memref.alloc", nil, []ir.Type{ir.MemRef(t, ir.Shape{waves}, nil, ir.WorkgroupSpace)},
		ir.NamedAttr{Name: "operandSegmentSizes", Attr: ir.DenseArray(ir.I32, 0, 0)})
	first := r.compare("eq", r.Op("gpu.lane_id", nil, nil), r.index(0))
	store := ir.NewOp("scf.if", []*ir.Value{first}, nil)
	wave := r.Op("gpu.subgroup_id", nil, nil)
	r.Block(store, nil, func(*ir.Block) {
		r.Insert(ir.NewOp("memref.store", []*ir.Value{v, lds, wave}, nil))
		r.Insert(ir.NewOp("scf.yield", nil, nil))
	})
	store.AddRegion()
	r.Insert(store)
	r.Insert(ir.NewOp("gpu.barrier", nil, nil))
	var total *ir.Value
	for i := range waves {
		one := r.Op("memref.load", []*ir.Value{lds, r.index(i)}, nil)
		if total == nil {
			total = one
		} else {
			total = r.combine(total, one)
		}
	}
	r.Insert(ir.NewOp("gpu.barrier", nil, nil))
	return total
}

// inWave returns the result of the wave, at least in its first lane; in all where there is one wave
// only.
func (r *allReducer) inWave() *ir.Value {
	v, whole := r.op.Operands[0], r.lanes%r.wave == 0
	if whole && r.op.Attr("op") != nil {
		return r.Op("gpu.subgroup_reduce", []*ir.Value{v}, nil, ir.NamedAttr{Name: "op", Attr: r.op.Attr("op")})
	}
	lane := r.Op("arith.index_cast", []*ir.Value{r.Op("gpu.lane_id", nil, nil)}, []ir.Type{ir.I32})
	var lanes *ir.Value // of the wave
	if !whole {
		last := r.compare("eq", r.Op("gpu.subgroup_id", nil, nil), r.index(r.lanes/r.wave))
		lanes = r.choose(last, r.integer(ir.I32, r.lanes%r.wave), r.integer(ir.I32, r.wave))
	}
	width := r.integer(ir.I32, r.wave)
	for bit := int64(1); bit < min(r.wave, r.lanes); bit *= 2 {
		by := r.integer(ir.I32, bit)
		other := r.Op("gpu.shuffle", []*ir.Value{v, by, width}, nil, ir.NamedAttr{Name: "mode", Attr: ir.DialectOpaque("gpu", "shuffle_mode xor")})
		sum := r.combine(v, other)
		if whole {
			v = sum
			continue
		}
		// The partner of a lane that has no lower bits has those of its half.
		there := r.compare("ult", r.two("xori", lane, by), lanes)
		v = r.choose(there, sum, v)
	}
	if r.lanes > r.wave {
		return v
	}
	return r.Op("gpu.subgroup_broadcast", []*ir.Value{v, r.integer(ir.I32, 0)}, nil,
		ir.NamedAttr{Name: "broadcast_type", Attr: ir.DialectOpaque("gpu", "broadcast specific_lane")})
}
