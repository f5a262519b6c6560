package ir

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// llvmDialect is the small part of llvm that occurs among other dialects: calls of intrinsics that
// rocdl has an operation for, fences, and the end of a kernel that went wrong.
var llvmDialect = Dialect{Name: "llvm", Ops: onDemand(llvmOps), Attrs: []DialectAttr{llvmFastmathAttr}, Few: true}

// llvmFastmathAttr is #llvm.fastmath<nnan, ninf>.
var llvmFastmathAttr = DialectAttr{Name: "fastmath", Words: []string{"nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc"},
	Sep: ", ", None: "none", All: "fast"}

func llvmOps() []OpDecl {
	return []OpDecl{
		{Name: "llvm.call_intrinsic",
			Operands: []ValueDecl{{Name: "args", Type: anyType, Count: Variadic}, {Name: "op_bundle_operands", Type: anyType, Count: Variadic}},
			Results:  []ValueDecl{{Name: "results", Type: anyType, Count: Optional}},
			Attrs: []AttrDecl{{Name: "intrin", Kind: stringNoSample}, {Name: "op_bundle_sizes", Kind: denseArrayKind(I32)},
				{Name: "op_bundle_tags", Kind: anyKind, Optional: true},
				{Name: "fastmathFlags", Kind: enumKind("llvm", &llvmFastmathAttr), Default: llvmFastmathAttr.attr("llvm", "none")},
				{Name: "arg_attrs", Kind: dictArrayKind, Optional: true}, {Name: "res_attrs", Kind: dictArrayKind, Optional: true}},
			Traits: Convergent, StandsFor: Intrinsic},
		{Name: "llvm.intr.trap", Traits: Convergent},
		{Name: "llvm.fence", Attrs: []AttrDecl{{Name: "ordering", Kind: intOf(I64, Acquire, Release, AcquireRelease)}, {Name: "syncscope", Kind: scopeKind, Optional: true}}},
		{Name: "llvm.extractvalue",
			Operands: []ValueDecl{{Name: "container", Type: opaqueOf("llvm", "struct")}}, Results: []ValueDecl{{Name: "res", Type: llvmType}},
			Attrs:  []AttrDecl{{Name: "position", Kind: denseArrayKind(I64)}},
			Traits: Pure, Verify: verifyExtractValue},
	}
}

// Orderings of llvm.fence, as LLVM numbers them.
const (
	Acquire        = 4
	Release        = 5
	AcquireRelease = 6
)

// scopeKind is the scope of a fence by LLVM's names; without one it is the whole system.
var scopeKind = &AttrKind{Text: "string attribute agent or workgroup", Has: func(a Attr) bool {
	s, ok := a.(*StringAttr)
	return ok && (s.Value == "agent" || s.Value == "workgroup")
}, Samples: []string{`"agent"`, `"workgroup"`}}

// Pair is the type of two dwords.
var Pair = Opaque("llvm", "struct<(i32, i32)>")

func verifyExtractValue(op *Operation) error {
	position := op.Attr("position").(*DenseArrayAttr)
	switch {
	case !SameType(op.Operands[0].Type, Pair):
		return fmt.Errorf("takes a part of %s, not of %s", Pair, op.Operands[0].Type)
	case len(position.Nums) != 1 || position.Nums[0] < 0 || position.Nums[0] > 1:
		return fmt.Errorf("the position must be 0 or 1, not %s", position)
	case op.Results[0].Type != I32:
		return fmt.Errorf("the result must be i32, not %s", op.Results[0].Type)
	}
	return nil
}

// stringNoSample is a string that no random one will do for.
var stringNoSample = &AttrKind{Text: stringKind.Text, Has: stringKind.Has}

// intrinsicPrefix begins the names of the intrinsics of LLVM's AMDGPU target, after which they have
// the same names as in rocdl.
const intrinsicPrefix = "llvm.amdgcn."

// overloadSuffix is the suffix of an overloaded intrinsic's name for a type.
var overloadSuffix = regexp.MustCompile(`\.(v[0-9]+)?(i|f|bf)[0-9]+$`)

// Intrinsic returns the operation of rocdl for an llvm.call_intrinsic: with the same operands and
// result types, except for operands that are attributes in rocdl. It is detached; its results are
// new values.
func Intrinsic(call *Operation) (*Operation, error) {
	name := call.StringAttr("intrin")
	d, err := intrinsicDecl(name)
	if err != nil {
		return nil, err
	}
	if len(call.OperandGroup("op_bundle_operands")) > 0 {
		return nil, fmt.Errorf("%s takes no operand bundles", clip(name))
	}
	args := call.OperandGroup("args")
	at := len(args) - len(d.Attrs) // immediates follow the other operands
	if at < 0 {
		return nil, fmt.Errorf("%s takes at least %s, not %d", clip(name), plural(len(d.Attrs), "operand"), len(args))
	}
	op := &Operation{Decl: d, Operands: args[:at:at], Block: call.Block, Loc: call.Loc, Pos: call.Pos}
	for i := range d.Attrs {
		v := args[at+i]
		if v.Op == nil || !v.Op.Decl.Is(Constant) {
			return nil, fmt.Errorf("operand %d of %s must be a constant: it is a field of the instruction", at+i, clip(name))
		}
		op.SetAttr(d.Attrs[i].Name, v.Op.Attr("value"))
	}
	op.setResults(typesOfValues(call.Results))
	return op, nil
}

func typesOfValues(values []*Value) []Type {
	types := make([]Type, len(values))
	for i, v := range values {
		types[i] = v.Type
	}
	return types
}

var rocdlByName = sync.OnceValue(func() map[string]*OpDecl { return opsByName(rocdlDialect.Ops()) })

// intrinsicDecl finds the operation of rocdl of an intrinsic's name, which may be followed by the
// types of its overload.
func intrinsicDecl(name string) (*OpDecl, error) {
	own, ok := strings.CutPrefix(name, intrinsicPrefix)
	if !ok {
		return nil, &OpError{Msg: fmt.Sprintf("calls %s, which is not read", clip(name)),
			Notes: []string{"read are intrinsics " + intrinsicPrefix + "... that rocdl has an operation for; use arith, math and vector for others"}}
	}
	for bare := own; ; {
		if d := rocdlByName()[rocdlDialect.Name+"."+bare]; d != nil && (bare == own || overloaded(d)) {
			return d, nil
		}
		cut := overloadSuffix.ReplaceAllString(bare, "")
		if cut == bare {
			break
		}
		bare = cut
	}
	e := &OpError{Msg: fmt.Sprintf("calls %s, which is not read", clip(name)), Notes: []string{"read are those that rocdl has an operation for: rocdl." + clip(own) + " is none"}}
	if near := nearest(rocdlDialect.Name+"."+own, &rocdlDialect); near != "" {
		e.Notes = append(e.Notes, "did you mean "+intrinsicPrefix+strings.TrimPrefix(near, rocdlDialect.Name+".")+"?")
	}
	return nil, e
}

// overloaded reports whether rocdl leaves the type of the result open.
func overloaded(d *OpDecl) bool { return len(d.Results) == 1 && d.Results[0].Type == llvmType }
