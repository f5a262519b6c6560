package ir

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"heddle/arch"
)

// gpuDialect is the part of gpu that runs on the device.
var gpuDialect = Dialect{
	Name:      "gpu",
	Ops:       onDemand(gpuOps),
	Elsewhere: []string{"initialize_named_barrier"},
	OfHost:    []string{"launch", "wait", "alloc", "dealloc", "memcpy", "memset", "host_register", "host_unregister", "set_default_device"},
	Attrs:     []DialectAttr{dimAttr, addressSpaceAttr, shuffleModeAttr, allReduceAttr, broadcastAttr, barrierScopeAttr, selectObjectAttr},
	Discardable: []AttrDecl{{Name: "gpu.known_block_size", Kind: launchSize}, {Name: "gpu.known_grid_size", Kind: launchSize},
		{Name: "gpu.known_cluster_size", Kind: launchSize}},
}

// The attributes of gpu.
var (
	dimAttr          = DialectAttr{Name: "dim", Words: []string{"x", "y", "z"}, Bare: true}
	addressSpaceAttr = DialectAttr{Name: "address_space", Words: []string{"global", "workgroup", "private"}}
	shuffleModeAttr  = DialectAttr{Name: "shuffle_mode", Words: []string{"xor", "down", "up", "idx"}, Bare: true}
	allReduceAttr    = DialectAttr{Name: "all_reduce_op", Bare: true, Words: []string{"add", "mul", "minui", "minsi", "minnumf",
		"maxui", "maxsi", "maxnumf", "and", "or", "xor", "minimumf", "maximumf"}}
	broadcastAttr = DialectAttr{Name: "broadcast", Words: []string{"first_active_lane", "specific_lane"}, Bare: true}
	// barrierScopeAttr selects the lanes that a gpu.barrier is for.
	barrierScopeAttr = DialectAttr{Name: "barrier_scope", Words: []string{"subgroup", "workgroup", "cluster"}}
)

// WorkgroupSpace is the memory space of LDS: #gpu.address_space<workgroup>.
var WorkgroupSpace = addressSpaceAttr.attr("gpu", "workgroup")

// PrivateSpace is the memory space of a lane's private memory: #gpu.address_space<private>.
var PrivateSpace = addressSpaceAttr.attr("gpu", "private")

var (
	upperBound = AttrDecl{Name: "upper_bound", Kind: intKind(Index, 1, 64, 1024), Optional: true}
	uniform    = AttrDecl{Name: "uniform", Kind: unitKind, Optional: true}
	allReduce  = AttrDecl{Name: "op", Kind: enumKind("gpu", &allReduceAttr)}
)

// signlessNumber is the type of data that lanes exchange; laneValue also has vectors of them.
var (
	signlessNumber = anyOf("Integer or Float", signlessInteger, anyFloat)
	laneValue      = anyOf("Integer or Float or fixed-length 1-D vector of them", signlessNumber, fixedVector(signlessNumber))
)

// launchSize is a number of lanes or workgroups in x, y and z.
var launchSize = denseArrayOf(I32, 3, "array<i32: 64, 1, 1>")

func gpuOps() []OpDecl {
	return []OpDecl{
		{Name: "gpu.module",
			Attrs: []AttrDecl{{Name: "sym_name", Kind: stringKind}, {Name: "targets", Kind: targetsKind, Optional: true},
				{Name: "offloadingHandler", Kind: selectObjectKind, Optional: true}},
			Regions: []RegionDecl{{Name: "bodyRegion", Blocks: OneBlock}},
			Traits:  Isolated | HasSymbols | IsSymbol | NoTerminator | Graph},
		{Name: "gpu.func",
			Attrs: []AttrDecl{{Name: "function_type", Kind: functionTypeKind},
				{Name: "arg_attrs", Kind: dictArrayKind, Optional: true}, {Name: "res_attrs", Kind: dictArrayKind, Optional: true},
				{Name: "workgroup_attrib_attrs", Kind: dictArrayKind, Optional: true}, {Name: "private_attrib_attrs", Kind: dictArrayKind, Optional: true},
				{Name: "known_block_size", Kind: launchSize, Optional: true}, {Name: "known_grid_size", Kind: launchSize, Optional: true},
				{Name: "known_cluster_size", Kind: launchSize, Optional: true}},
			Regions: []RegionDecl{{Name: "body", Args: -1}},
			Traits:  Isolated | IsSymbol | AffineScope | AllocaScope, Parents: []string{"gpu.module"}, Verify: verifyGPUFunc},
		{Name: "gpu.return", Operands: []ValueDecl{{Name: "operands", Type: anyType, Count: Variadic}},
			Traits: Terminator | Pure | Return, Parents: []string{"gpu.func"}, Verify: verifyReturn},
		{Name: "gpu.yield", Operands: []ValueDecl{{Name: "values", Type: anyType, Count: Variadic}}, Traits: Terminator | Pure | Return},

		gpuIndex("gpu.thread_id"),
		gpuIndex("gpu.block_id"),
		gpuIndex("gpu.block_dim"),
		gpuIndex("gpu.grid_dim"),
		gpuIndex("gpu.global_id"),
		gpuIndex("gpu.cluster_id"),
		gpuIndex("gpu.cluster_dim"),
		gpuIndex("gpu.cluster_block_id"),
		gpuIndex("gpu.cluster_dim_blocks"),
		indexConstant("gpu.lane_id", upperBound),
		indexConstant("gpu.subgroup_id", upperBound),
		indexConstant("gpu.num_subgroups", upperBound),
		indexConstant("gpu.subgroup_size", upperBound),

		{Name: "gpu.barrier",
			Attrs: []AttrDecl{{Name: "address_spaces", Kind: arrayOf(enumKind("gpu", &addressSpaceAttr)), Optional: true, Newer: true},
				{Name: "scope", Kind: enumKind("gpu", &barrierScopeAttr), Optional: true, Newer: true}},
			Traits: Barrier | Convergent, VerifyChip: barrierChip},
		{Name: "gpu.shuffle", Operands: []ValueDecl{{Name: "value", Type: laneValue}, {Name: "offset", Type: oneOf(I32)}, {Name: "width", Type: oneOf(I32)}},
			Results: []ValueDecl{{Name: "shuffleResult", Type: laneValue}, {Name: "valid", Type: oneOf(I1)}},
			Attrs:   []AttrDecl{{Name: "mode", Kind: enumKind("gpu", &shuffleModeAttr)}},
			Traits:  Pure | Convergent, Infer: inferWithValid},
		{Name: "gpu.rotate", Operands: []ValueDecl{{Name: "value", Type: laneValue}},
			Results: []ValueDecl{{Name: "rotateResult", Type: laneValue}, {Name: "valid", Type: oneOf(I1)}},
			Attrs:   []AttrDecl{{Name: "offset", Kind: intFrom(I32, 0, 0, 1, 3)}, {Name: "width", Kind: powerOfTwoKind(I32, 4, 64)}},
			Traits:  Pure | Convergent, Infer: inferWithValid, Verify: verifyRotate},
		{Name: "gpu.subgroup_reduce", Operands: []ValueDecl{{Name: "value", Type: laneValue}},
			Results: []ValueDecl{{Name: "result", Type: laneValue}},
			Attrs: []AttrDecl{allReduce, uniform, {Name: "cluster_size", Kind: intKind(I32, 1, 4, 16), Optional: true},
				{Name: "cluster_stride", Kind: intKind(I32, 1, 2), Default: Int(I32, 1)}},
			Traits: Convergent | NoEffect | SameTypes, Infer: inferSame, Verify: verifySubgroupReduce},
		{Name: "gpu.all_reduce", Operands: []ValueDecl{{Name: "value", Type: signlessNumber}},
			Results: []ValueDecl{{Name: "result", Type: signlessNumber}},
			Attrs:   []AttrDecl{{Name: "op", Kind: allReduce.Kind, Optional: true}, uniform},
			Regions: []RegionDecl{{Name: "body", Args: -1}},
			Traits:  Barrier | Convergent | Isolated | SameTypes, Infer: inferSame, VerifyBody: verifyAllReduce},
		{Name: "gpu.subgroup_broadcast", Operands: []ValueDecl{{Name: "src", Type: anyType}, {Name: "lane", Type: oneOf(I32), Count: Optional}},
			Results: []ValueDecl{{Name: "result", Type: anyType}},
			Attrs:   []AttrDecl{{Name: "broadcast_type", Kind: enumKind("gpu", &broadcastAttr)}},
			Traits:  NoEffect | Convergent | Elementwise, Rules: []Rule{sameType("src", "result")}, Infer: inferSame, Verify: verifyBroadcastLane},

		{Name: "gpu.dynamic_shared_memory", Results: []ValueDecl{{Name: "resultMemref", Type: memrefOfRank(oneOf(I8), 1)}},
			Traits: Pure, Verify: verifyDynamicShared},
		{Name: "gpu.printf", Operands: []ValueDecl{{Name: "args", Type: numberType, Count: Variadic}},
			Attrs: []AttrDecl{{Name: "format", Kind: stringKind}}},
	}
}

func barrierChip(op *Operation, chip *arch.Chip) error {
	if op.EnumAttr("scope") == "cluster" {
		return fmt.Errorf("%s has no clusters of workgroups; scopes are workgroup and subgroup", chip.Name)
	}
	return nil
}

// BarrierFences returns the memory whose accesses a gpu.barrier orders: all if it names no address
// spaces. Private memory is not shared.
func BarrierFences(op *Operation) (lds, global bool) {
	spaces, ok := op.Attr("address_spaces").(*ArrayAttr)
	if !ok {
		return true, true
	}
	for _, s := range spaces.Elems {
		switch s.(*OpaqueAttr).Param(addressSpaceAttr.Name) {
		case "workgroup":
			lds = true
		case "global":
			global = true
		}
	}
	return lds, global
}

// indexConstant returns a pure operation without operands that gives an index.
func indexConstant(name string, attrs ...AttrDecl) OpDecl {
	return OpDecl{Name: name, Results: []ValueDecl{{Name: "result", Type: indexType}}, Attrs: attrs, Traits: Pure, Infer: inferIndex}
}

// gpuIndex is one that is asked about a dimension.
func gpuIndex(name string) OpDecl {
	return indexConstant(name, AttrDecl{Name: "dimension", Kind: enumKind("gpu", &dimAttr)}, upperBound)
}

func inferIndex(*Operation) ([]Type, error) { return []Type{Index}, nil }

func inferWithValid(op *Operation) ([]Type, error) { return []Type{op.Operands[0].Type, I1}, nil }

// targetsKind is the list of targets of a gpu.module.
var targetsKind = &AttrKind{Text: "array of GPU target attributes with at least one element", Has: func(a Attr) bool {
	l, ok := a.(*ArrayAttr)
	if !ok || len(l.Elems) == 0 {
		return false
	}
	for _, e := range l.Elems {
		o, ok := e.(*OpaqueAttr)
		if !ok || !contains([]string{"rocdl", "nvvm", "spirv", "xevm"}, o.Dialect) || !strings.HasPrefix(o.Body, "target") {
			return false
		}
	}
	return true
}, Samples: []string{`[#rocdl.target<chip = "` + arch.Chips[0].Name + `">]`}}

// selectObjectAttr picks the object of a gpu.binary, by number or target; MLIR
// prints the type of the number.
var selectObjectAttr = DialectAttr{Name: "select_object", Canon: func(param string) (string, error) {
	if _, err := strconv.ParseInt(param, 10, 64); err == nil {
		param += " : i64"
	}
	return param, nil
}}

var selectObjectKind = &AttrKind{Text: "#gpu.select_object", Has: func(a Attr) bool {
	o, ok := a.(*OpaqueAttr)
	return ok && o.Dialect == "gpu" && (o.Body == selectObjectAttr.Name || o.Param(selectObjectAttr.Name) != "")
}, Samples: []string{"#gpu.select_object<0 : i64>"}}

// verifyGPUFunc: a gpu.func has its arguments, then the number of workgroup attributions that the
// attribute says, then private ones.
func verifyGPUFunc(op *Operation) error {
	if _, ok := op.Attr("sym_name").(*StringAttr); !ok {
		return fmt.Errorf("requires string attribute 'sym_name'")
	}
	t := FunctionTypeOf(op)
	if op.HasAttr("gpu.kernel") && len(t.Results) > 0 {
		return fmt.Errorf("a kernel returns nothing, but the type is %s", t)
	}
	if err := verifyArgAttrs(op, "arg_attrs", "argument", len(t.Inputs)); err != nil {
		return err
	}
	if err := verifyArgAttrs(op, "res_attrs", "result", len(t.Results)); err != nil {
		return err
	}
	body := op.Regions[0].Entry()
	if body == nil {
		return fmt.Errorf("needs a body with at least one block")
	}
	shared := op.IntAttr("workgroup_attributions")
	if shared < 0 || shared > int64(len(body.Args)) || len(body.Args) < len(t.Inputs)+int(shared) {
		return fmt.Errorf("body has %d arguments, needs at least %d and %d workgroup attributions", len(body.Args), len(t.Inputs), shared)
	}
	for i, in := range t.Inputs {
		if got := body.Args[i].Type; !SameType(in, got) {
			return fmt.Errorf("argument %d of the body must be of type %s, not %s", i, in, got)
		}
	}
	for i, a := range body.Args[len(t.Inputs):] {
		space := "workgroup"
		if i >= int(shared) {
			space = "private"
		}
		if err := verifyAttribution(a.Type, space); err != nil {
			return err
		}
	}
	return nil
}

func verifyAttribution(t Type, space string) error {
	m, ok := t.(*MemRefType)
	if !ok || m.Unranked {
		return fmt.Errorf("%s attribution must be a memref, not %s", space, t)
	}
	if s, ok := m.Space.(*OpaqueAttr); ok && s.Dialect == "gpu" && s.Param("address_space") != space {
		return fmt.Errorf("%s attribution must have memory space #gpu.address_space<%s>, not %s", space, space, s)
	}
	return nil
}

func isPowerOfTwo(n int64) bool { return n > 0 && bits.OnesCount64(uint64(n)) == 1 }

func verifyRotate(op *Operation) error {
	if offset, width := op.IntAttr("offset"), op.IntAttr("width"); offset >= width {
		return fmt.Errorf("offset %d must be less than width %d", offset, width)
	}
	return nil
}

// reducible: the kinds that end in f are for floats, add and mul for both, the
// others for integers.
func reducible(kind string, t Type) error {
	float, integer := anyFloat.Has(t), anyInteger.Has(t) || t == Index
	switch kind {
	case "add", "mul":
		if float || integer {
			return nil
		}
	case "minnumf", "maxnumf", "minimumf", "maximumf":
		if float {
			return nil
		}
	default:
		if integer {
			return nil
		}
	}
	return fmt.Errorf("%s reduces no values of type %s", kind, t)
}

func verifySubgroupReduce(op *Operation) error {
	if err := reducible(op.EnumAttr("op"), ElemType(op.Operands[0].Type)); err != nil {
		return err
	}
	size, stride := op.Attr("cluster_size"), op.IntAttr("cluster_stride")
	switch {
	case size != nil && !isPowerOfTwo(op.IntAttr("cluster_size")):
		return fmt.Errorf("cluster_size %d is not a power of two", op.IntAttr("cluster_size"))
	case size == nil && stride != 1:
		return fmt.Errorf("cluster_stride %d needs a cluster_size", stride)
	case !isPowerOfTwo(stride):
		return fmt.Errorf("cluster_stride %d is not a power of two", stride)
	}
	return nil
}

// verifyAllReduce: the reduction is named or is the body's, which yields the
// sum of its two arguments.
func verifyAllReduce(op *Operation) error {
	t, body := op.Operands[0].Type, op.Regions[0]
	named := op.Attr("op") != nil
	if named == (len(body.Blocks) > 0) {
		return fmt.Errorf("needs either the attribute op or a body")
	}
	if named {
		return reducible(op.EnumAttr("op"), t)
	}
	args := body.Entry().Args
	if len(args) != 2 {
		return fmt.Errorf("the body must have two arguments, not %d", len(args))
	}
	for _, a := range args {
		if !SameType(a.Type, t) {
			return fmt.Errorf("the body's arguments must be of type %s, not %s", t, a.Type)
		}
	}
	yields := false
	for _, b := range body.Blocks {
		y := b.Terminator()
		if y == nil || y.Name() != "gpu.yield" {
			continue
		}
		yields = true
		if len(y.Operands) != 1 || !SameType(y.Operands[0].Type, t) {
			return &OpError{Msg: fmt.Sprintf("must yield one value of type %s", t), Op: y}
		}
	}
	if !yields {
		return fmt.Errorf("the body needs a gpu.yield")
	}
	return nil
}

func verifyBroadcastLane(op *Operation) error {
	specific := op.EnumAttr("broadcast_type") == "specific_lane"
	if given := op.Operand("lane") != nil; specific != given {
		return fmt.Errorf("a lane is given if, and only if, broadcast_type is specific_lane")
	}
	return nil
}

func verifyDynamicShared(op *Operation) error {
	t := op.Results[0].Type.(*MemRefType)
	if t.Shape[0] != Dynamic || !SameAttr(t.Space, WorkgroupSpace) {
		return fmt.Errorf("gives memref<?xi8, %s>, not %s", WorkgroupSpace, t)
	}
	return nil
}
