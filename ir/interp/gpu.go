package interp

import (
	"errors"
	"fmt"
	"strings"

	"heddle/ir"
)

func gpuOps() map[string]maker {
	return map[string]maker{
		"gpu.thread_id": dimension(func(l *lane, d int) uint64 { return uint64(l.thread[d]) }),
		"gpu.block_id":  dimension(func(l *lane, d int) uint64 { return uint64(l.wg.at[d]) }),
		"gpu.block_dim": dimension(func(l *lane, d int) uint64 { return uint64(l.wg.block[d]) }),
		"gpu.grid_dim":  dimension(func(l *lane, d int) uint64 { return uint64(l.wg.grid[d]) }),
		"gpu.global_id": dimension(func(l *lane, d int) uint64 {
			return uint64(l.wg.at[d])*uint64(l.wg.block[d]) + uint64(l.thread[d])
		}),
		"gpu.lane_id":       position(func(l *lane) uint64 { return uint64(l.id % l.wg.waveSize) }),
		"gpu.subgroup_id":   position(func(l *lane) uint64 { return uint64(l.id / l.wg.waveSize) }),
		"gpu.subgroup_size": position(func(l *lane) uint64 { return uint64(l.wg.waveSize) }),
		"gpu.num_subgroups": position(func(l *lane) uint64 {
			return uint64((len(l.wg.lanes) + l.wg.waveSize - 1) / l.wg.waveSize)
		}),
		"gpu.barrier":            makeGPUBarrier,
		"gpu.shuffle":            makeShuffle,
		"gpu.rotate":             makeRotate,
		"gpu.subgroup_reduce":    makeSubgroupReduce,
		"gpu.subgroup_broadcast": makeSubgroupBroadcast,
		"gpu.all_reduce":         makeAllReduce,

		"gpu.dynamic_shared_memory": makeDynamicShared,
		"gpu.printf":                makePrintf,
	}
}

// position makes an operation that returns the lane's position.
func position(f func(l *lane) uint64) maker {
	return func(_ *builder, op *ir.Operation) (exec, error) {
		bound := uint64(op.IntAttr("upper_bound"))
		return func(l *lane, in *inst) error {
			if l.wg == nil {
				return errors.New("there are no lanes: this is not a kernel")
			}
			n := f(l)
			e := Elem{Bits: n}
			if bound != 0 && !strings.HasSuffix(op.Name(), "_size") && !strings.HasPrefix(op.Name(), "gpu.num") && n >= bound || bound != 0 && n > bound {
				e = poisoned(op, "%d is above upper_bound %d", n, bound)
			}
			l.set(in, 0, Value{Elem: e})
			return nil
		}, nil
	}
}

func dimension(f func(l *lane, d int) uint64) maker {
	return func(b *builder, op *ir.Operation) (exec, error) {
		d := strings.Index("xyz", op.EnumAttr("dimension"))
		size := strings.HasSuffix(op.Name(), "_dim")
		bound := uint64(op.IntAttr("upper_bound"))
		return func(l *lane, in *inst) error {
			if l.wg == nil {
				return errors.New("there are no lanes: this is not a kernel")
			}
			n := f(l, d)
			e := Elem{Bits: n}
			if bound != 0 && (n > bound || n == bound && !size) {
				e = poisoned(op, "%d contradicts upper_bound %d", n, bound)
			}
			l.set(in, 0, Value{Elem: e})
			return nil
		}, nil
	}
}

// dynamicShared is the key of the memory that the launch adds to a workgroup's.
type dynamicShared struct{}

func makeDynamicShared(_ *builder, op *ir.Operation) (exec, error) {
	t, ok := op.Results[0].Type.(*ir.MemRefType)
	if !ok {
		return nil, fmt.Errorf("the result is %s, not a memref", op.Results[0].Type)
	}
	return func(l *lane, in *inst) error {
		if l.wg == nil {
			return errors.New("workgroup memory, but this is not a kernel")
		}
		ref := &MemRef{Sizes: []int64{l.wg.dynamic}, Strides: []int64{1}}
		var err error
		ref.Mem, err = l.ldsMemory(dynamicShared{}, t, ref)
		l.set(in, 0, Value{Ref: ref})
		return err
	}, nil
}

// makeBarrier makes a barrier of the workgroup. Waves may wait at different
// barriers if anywhere is set.
func makeBarrier(anywhere bool) maker {
	return func(*builder, *ir.Operation) (exec, error) {
		return func(l *lane, in *inst) error { return l.wait(&meeting{in: in, anywhere: anywhere}) }, nil
	}
}

// makeGPUBarrier makes gpu.barrier. One that names what it fences is the hardware barrier with the
// required waits, like amdgpu.lds_barrier.
func makeGPUBarrier(b *builder, op *ir.Operation) (exec, error) {
	switch scope := op.EnumAttr("scope"); {
	case scope == "subgroup":
		return perWave(func(*wave, *ir.Operation) error { return nil })(b, op)
	case scope == "cluster":
		return nil, errors.New("the chips have no clusters of workgroups")
	case op.HasAttr("address_spaces"):
		return makeLDSBarrier(b, op)
	}
	return makeBarrier(false)(b, op)
}

// makeLDSBarrier makes the barrier of hardware with a wait in front. Beside others
// of hardware, which let waves get ahead of each other, it only counts, too.
func makeLDSBarrier(b *builder, op *ir.Operation) (exec, error) {
	return makeBarrier(b.bareBarriers)(b, op)
}

// perWave makes an operation that the lanes of a wave do together.
func perWave(act func(w *wave, op *ir.Operation) error) maker {
	return func(_ *builder, op *ir.Operation) (exec, error) {
		return func(l *lane, in *inst) error {
			return l.meet(in, func(w *wave) error { return act(w, op) })
		}, nil
	}
}

// operands reads operand i of all active lanes, by lane; nil where inactive.
func (w *wave) operands(i int) []*Value {
	v := make([]*Value, w.size)
	for n, l := range w.lanes {
		if l != nil {
			c := *l.arg(w.in, i)
			v[n] = &c
		}
	}
	return v
}

// from is lane n's value, or poison if that lane is not there.
func (w *wave) from(values []*Value, n int) Value {
	if n < 0 || n >= len(values) || values[n] == nil {
		return poisonValue(w.in.op.Results[0].Type, poisoned(w.in.op, "lane %d is not active", n).Poison)
	}
	return *values[n]
}

// makeShuffle makes gpu.shuffle: lanes of groups of width lanes read from each
// other. The value is poison where valid is false.
func makeShuffle(b *builder, op *ir.Operation) (exec, error) {
	mode := op.EnumAttr("mode")
	return perWave(func(w *wave, op *ir.Operation) error {
		values := w.operands(0)
		for _, l := range w.active {
			_, n := l.wave()
			offset, err := l.number(w.in, 1, "the lane of a shuffle")
			if err != nil {
				return l.fault(op, err)
			}
			width, err := l.number(w.in, 2, "the width of a shuffle")
			if err != nil {
				return l.fault(op, err)
			}
			if width <= 0 || width > int64(w.size) || width&(width-1) != 0 {
				return l.fault(op, fmt.Errorf("the width is %d, but it must be a power of two up to %d", width, w.size))
			}
			first := int64(n) &^ (width - 1)
			src := int64(n)
			switch mode {
			case "xor":
				src ^= offset
			case "up":
				src -= offset
			case "down":
				src += offset
			case "idx":
				src = first + offset
			}
			valid := src >= first && src < first+width
			v := w.from(values, int(src))
			if !valid {
				v = poisonValue(op.Results[0].Type, poisoned(op, "lane %d is outside the group of lane %d", src, n).Poison)
			}
			l.set(w.in, 0, v)
			l.set(w.in, 1, Value{Elem: boolElem(valid)})
		}
		return nil
	})(b, op)
}

// makeRotate makes gpu.rotate: like shuffle, around in groups of width lanes.
func makeRotate(b *builder, op *ir.Operation) (exec, error) {
	offset, width := int(op.IntAttr("offset")), int(op.IntAttr("width"))
	return perWave(func(w *wave, op *ir.Operation) error {
		if width > w.size {
			return fmt.Errorf("the width is %d, but a wave has %d lanes", width, w.size)
		}
		values := w.operands(0)
		for _, l := range w.active {
			_, n := l.wave()
			first := n &^ (width - 1)
			l.set(w.in, 0, w.from(values, first+(n-first+offset)%width))
			l.set(w.in, 1, Value{Elem: boolElem(n < width)})
		}
		return nil
	})(b, op)
}

// makeSubgroupReduce makes gpu.subgroup_reduce. Lanes are combined in the order
// in which upstream's lowering does it: each lane with the one whose number
// differs in the lowest bit, then in the next.
func makeSubgroupReduce(b *builder, op *ir.Operation) (exec, error) {
	t := op.Operands[0].Type
	combine, err := combiner(op, op.EnumAttr("op"), ir.ElemType(t))
	if err != nil {
		return nil, err
	}
	return perWave(func(w *wave, op *ir.Operation) error {
		size, stride := w.size, 1
		if op.HasAttr("cluster_size") {
			size, stride = int(op.IntAttr("cluster_size")), int(op.IntAttr("cluster_stride"))
		}
		if size*stride > w.size {
			return fmt.Errorf("clusters of %d lanes with stride %d, but a wave has %d lanes", size, stride, w.size)
		}
		values := w.operands(0)
		for bit := stride; bit < size*stride; bit *= 2 {
			next := make([]*Value, w.size)
			for n := range values {
				low, high := n&^bit, n|bit
				a, b := w.from(values, low), w.from(values, high)
				out := make([]Elem, elemCount(t))
				for i := range out {
					var err error
					if out[i], err = combine(a.elems()[i], b.elems()[i]); err != nil {
						return err
					}
				}
				v := valueOf(t, out)
				next[n] = &v
			}
			values = next
		}
		for _, l := range w.active {
			_, n := l.wave()
			l.set(w.in, 0, *values[n])
		}
		return nil
	})(b, op)
}

func makeSubgroupBroadcast(b *builder, op *ir.Operation) (exec, error) {
	specific := op.Name() == "rocdl.readlane" || op.EnumAttr("broadcast_type") == "specific_lane"
	return perWave(func(w *wave, op *ir.Operation) error {
		values := w.operands(0)
		_, n := w.active[0].wave()
		if specific {
			lane, err := w.uniform(1, "the lane of a broadcast")
			if err != nil {
				return err
			}
			n = int(lane)
		}
		v := w.from(values, n)
		for _, l := range w.active {
			l.set(w.in, 0, v)
		}
		return nil
	})(b, op)
}

// uniform returns a number operand that is the same in all lanes.
func (w *wave) uniform(i int, what string) (int64, error) {
	var first int64
	for k, l := range w.active {
		n, err := l.number(w.in, i, what)
		if err != nil {
			return 0, l.fault(w.in.op, err)
		}
		if k == 0 {
			first = n
		} else if n != first {
			return 0, l.fault(w.in.op, fmt.Errorf("%s is %d here and %d in lane %d", what, n, first, w.active[0].id))
		}
	}
	return first, nil
}

// attributions adds the workgroup and private memory that a gpu.func declares as
// arguments to those of the caller.
func (l *lane) attributions(f *function, args []Value) ([]Value, error) {
	params := f.op.Regions[0].Blocks[0].Args
	if len(params) == len(args) {
		return args, nil
	}
	if len(params) < len(args) {
		return nil, fmt.Errorf("%s has %d parameters, not %d", f.name, len(params), len(args))
	}
	args = append([]Value(nil), args...)
	shared := len(args) + int(f.op.IntAttr("workgroup_attributions"))
	for i := len(args); i < len(params); i++ {
		t, ok := params[i].Type.(*ir.MemRefType)
		if !ok {
			return nil, fmt.Errorf("argument %d is not a memref", i)
		}
		ref, err := layout(t, nil)
		if err != nil {
			return nil, err
		}
		if i < shared {
			ref.Mem, err = l.ldsMemory(params[i], t, ref)
		} else {
			ref.Mem, err = l.allocate(t, ref, fmt.Sprintf("private memory %d", i-shared))
		}
		if err != nil {
			return nil, err
		}
		args = append(args, Value{Ref: ref})
	}
	return args, nil
}
