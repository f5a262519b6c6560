package codegen

import (
	"heddle/ir"
)

// Instructions for maxima and minima of IEEE 754-2008 return a signalling NaN, quiet, where a NaN
// should lose. So an operand that may be one is made quiet before, by an instruction of its own.
// Results of arithmetic are not: the vector unit makes them quiet, and matrix instructions have one
// quiet NaN for all (sim/matrixmath.go).

// quieting are operations whose results, if NaNs, are quiet.
var quieting = map[string]bool{
	"arith.addf": true, "arith.subf": true, "arith.mulf": true, "arith.divf": true,
	"arith.maximumf": true, "arith.minimumf": true, "arith.maxnumf": true, "arith.minnumf": true,
	"arith.sitofp": true, "arith.uitofp": true, "arith.extf": true,
	"math.fma": true, "vector.fma": true, "math.exp": true, "math.exp2": true, "math.sqrt": true, "math.tanh": true, "math.clampf": true,
	"math.floor": true, "math.ceil": true, "math.trunc": true, "math.roundeven": true, "math.round": true,
	"math.log": true, "math.log2": true, "math.log10": true, "math.rsqrt": true, "math.erf": true, "math.sin": true, "math.cos": true,
}

// moving are operations whose results are numbers that their operands have.
var moving = map[string]bool{
	"vector.extract": true, "vector.extract_strided_slice": true, "vector.insert": true, "vector.insert_strided_slice": true,
	"vector.from_elements": true, "vector.to_elements": true, "vector.shape_cast": true, "vector.broadcast": true,
	"vector.shuffle": true, "vector.interleave": true, "vector.deinterleave": true, "vector.transpose": true,
	"vector.reduction": true, "vector.multi_reduction": true, "arith.select": true, "arith.negf": true, "math.absf": true,
	"gpu.subgroup_reduce": true, "gpu.shuffle": true, "gpu.rotate": true, "gpu.subgroup_broadcast": true,
	"amdgpu.dpp": true, "amdgpu.swizzle_bitmode": true, "amdgpu.permlane_swap": true, "rocdl.readlane": true, "rocdl.readfirstlane": true,
}

// mostLookedAt bounds the values that a question for one looks at.
const mostLookedAt = 256

// quiet reports whether a value has no signalling NaN.
func (k *kernel) quiet(v *ir.Value) bool {
	if known, ok := k.quieted[v]; ok {
		return known
	}
	q := quietSearch{kernel: k, seen: map[*ir.Value]bool{}}
	is := q.quiet(v)
	if is {
		for x := range q.seen {
			k.quieted[x] = true
		}
	}
	k.quieted[v] = is
	return is
}

// quietSearch answers one question. What it has seen counts as quiet: around a loop that is so if
// nothing that comes in is not.
type quietSearch struct {
	*kernel
	seen map[*ir.Value]bool
}

func (q *quietSearch) quiet(v *ir.Value) bool {
	if known, ok := q.quieted[v]; ok {
		return known
	}
	if q.seen[v] {
		return true
	}
	q.seen[v] = true
	switch {
	case len(q.seen) > mostLookedAt:
		return false
	case v.Op == nil:
		return q.argument(v)
	}
	name := v.Op.Name()
	switch {
	case quieting[name], isMatrix(v.Op):
		return true
	case name == "arith.constant":
		return quietConstant(v.Op.Attr("value"))
	case name == "scf.for":
		return q.carried(v.Op, v.Index)
	case name == "scf.if":
		for _, r := range v.Op.Regions {
			if r.Entry() == nil || !q.quiet(r.Entry().Terminator().Operands[v.Index]) {
				return false
			}
		}
		return true
	case !moving[name]:
		return false
	}
	for _, o := range v.Op.Operands {
		if _, float := ir.ElemType(o.Type).(ir.FloatType); float && !q.quiet(o) {
			return false
		}
	}
	return true
}

// argument is quiet for a block's argument.
func (q *quietSearch) argument(v *ir.Value) bool {
	if v.Block == nil || v.Block.Region == nil || v.Block.Region.Op == nil || v.Block.Region.Op.Name() != "scf.for" || v.Index == 0 {
		return false
	}
	return q.carried(v.Block.Region.Op, v.Index-1)
}

// carried is quiet for what a loop carries.
func (q *quietSearch) carried(loop *ir.Operation, i int) bool {
	return q.quiet(loop.OperandGroup("initArgs")[i]) && q.quiet(loop.Regions[0].Entry().Terminator().Operands[i])
}

// knownLike makes a value of ir that has a signalling NaN only if another one may have it.
func (k *kernel) knownLike(like *ir.Value, v value) *ir.Value {
	out := k.known(v)
	k.quieted[out] = k.quiet(like)
	return out
}

// quietConstant reports whether a constant has no signalling NaN.
func quietConstant(value ir.Attr) bool {
	quiet := func(t ir.FloatType, bits uint64) bool {
		f := t.Format()
		return f != nil && bits&(1<<(t.Width()-1)-1) <= uint64(1<<f.ExpBits-1)<<f.FracBits
	}
	switch a := value.(type) {
	case *ir.FloatAttr:
		return quiet(a.Type, a.Bits)
	case *ir.DenseAttr:
		t, ok := ir.ElemType(a.Type).(ir.FloatType)
		return ok && a.Splat && quiet(t, a.Code(0))
	}
	return false
}
