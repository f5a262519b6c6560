package ir

import (
	"fmt"
	"strings"
)

var dictArrayKind = arrayOf(dictKind)

var funcDialect = Dialect{Name: "func", Ops: onDemand(funcOps)}

func funcOps() []OpDecl {
	return []OpDecl{
		{Name: "func.func",
			Attrs: []AttrDecl{
				{Name: "sym_name", Kind: stringKind},
				{Name: "function_type", Kind: functionTypeKind},
				{Name: "sym_visibility", Kind: stringKind, Optional: true},
				{Name: "arg_attrs", Kind: dictArrayKind, Optional: true},
				{Name: "res_attrs", Kind: dictArrayKind, Optional: true},
				{Name: "no_inline", Kind: unitKind, Optional: true},
			},
			Regions: []RegionDecl{{Name: "body", Args: -1}},
			Traits:  Isolated | IsSymbol | AffineScope | AllocaScope, Verify: verifyFunction},
		{Name: "func.return", Operands: []ValueDecl{{Name: "operands", Type: anyType, Count: Variadic}},
			Traits: Pure | Terminator | Return, Parents: []string{"func.func"}, Verify: verifyReturn},
		{Name: "func.call", Operands: []ValueDecl{{Name: "operands", Type: anyType, Count: Variadic}},
			Results: []ValueDecl{{Name: "results", Type: anyType, Count: Variadic}},
			Attrs: []AttrDecl{
				{Name: "callee", Kind: flatSymbolKind},
				{Name: "arg_attrs", Kind: dictArrayKind, Optional: true},
				{Name: "res_attrs", Kind: dictArrayKind, Optional: true},
				{Name: "no_inline", Kind: unitKind, Optional: true},
			}, Verify: verifyCall},
	}
}

// FunctionTypeOf returns the type of a function (an operation with a function_type).
func FunctionTypeOf(op *Operation) *FunctionType {
	if a, ok := op.Attr("function_type").(*TypeAttr); ok {
		if t, ok := a.Type.(*FunctionType); ok {
			return t
		}
	}
	return nil
}

// verifyFunction checks that the arguments of the body are those of the type,
// and the numbers of argument and result attributes.
func verifyFunction(op *Operation) error {
	t := FunctionTypeOf(op)
	if err := verifyArgAttrs(op, "arg_attrs", "argument", len(t.Inputs)); err != nil {
		return err
	}
	if err := verifyArgAttrs(op, "res_attrs", "result", len(t.Results)); err != nil {
		return err
	}
	entry := op.Regions[0].Entry()
	if entry == nil {
		if v := op.StringAttr("sym_visibility"); v == "" || v == "public" {
			return fmt.Errorf("a function without a body cannot be public; give it sym_visibility = \"private\"")
		}
		return nil
	}
	if len(entry.Args) != len(t.Inputs) {
		return fmt.Errorf("the entry block has %s, the function type %d", plural(len(entry.Args), "argument"), len(t.Inputs))
	}
	for i, a := range entry.Args {
		if !SameType(a.Type, t.Inputs[i]) {
			return fmt.Errorf("argument %d of the entry block is %s, the function type has %s", i, clip(a.Type.String()), clip(t.Inputs[i].String()))
		}
	}
	return nil
}

// verifyArgAttrs checks the attributes of the arguments or results of a
// function: one dictionary each, of names with a dialect.
func verifyArgAttrs(op *Operation, attr, what string, n int) error {
	list, ok := op.Attr(attr).(*ArrayAttr)
	if !ok {
		return nil
	}
	if len(list.Elems) != n {
		return fmt.Errorf("%s has %d entries for %d %ss", attr, len(list.Elems), n, what)
	}
	for i, e := range list.Elems {
		for _, it := range e.(*DictAttr).Items {
			if !strings.Contains(it.Name, ".") {
				return fmt.Errorf("attribute %q of %s %d must begin with a dialect, as in %q", it.Name, what, i, "dialect."+it.Name)
			}
		}
	}
	return nil
}

// verifyReturn compares operands with the results of the function around.
func verifyReturn(op *Operation) error {
	f := op.Parent()
	t := FunctionTypeOf(f)
	if t == nil {
		return nil // an error of the function
	}
	if len(op.Operands) != len(t.Results) {
		return fmt.Errorf("returns %s, function @%s has %s", plural(len(op.Operands), "value"), f.StringAttr("sym_name"), plural(len(t.Results), "result"))
	}
	for i, v := range op.Operands {
		if !SameType(v.Type, t.Results[i]) {
			return fmt.Errorf("returns %s as result %d, function @%s has %s", clip(v.Type.String()), i, f.StringAttr("sym_name"), clip(t.Results[i].String()))
		}
	}
	return nil
}

// verifyCall compares operands and results with the function that is called.
func verifyCall(op *Operation) error {
	ref := op.Attr("callee").(*SymbolRefAttr)
	f := Lookup(op, ref)
	if f == nil || f.Name() != "func.func" {
		return fmt.Errorf("there is no function %s", ref)
	}
	t := FunctionTypeOf(f)
	if t == nil {
		return nil
	}
	if err := sameList("operand", op.Operands, t.Inputs, ref); err != nil {
		return err
	}
	return sameList("result", op.Results, t.Results, ref)
}

func sameList(what string, vs []*Value, types []Type, ref *SymbolRefAttr) error {
	if len(vs) != len(types) {
		return fmt.Errorf("has %s, function %s has %d", plural(len(vs), what), ref, len(types))
	}
	for i, v := range vs {
		if !SameType(v.Type, types[i]) {
			return fmt.Errorf("%s %d is %s, function %s has %s", what, i, clip(v.Type.String()), ref, clip(types[i].String()))
		}
	}
	return nil
}
