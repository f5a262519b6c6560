package ir

import (
	"fmt"
	"strings"
)

var builtinDialect = Dialect{Name: "builtin", Ops: onDemand(builtinOps)}

func builtinOps() []OpDecl {
	return []OpDecl{
		{Name: "builtin.module",
			Attrs:   []AttrDecl{{Name: "sym_name", Kind: stringKind, Optional: true}, {Name: "sym_visibility", Kind: stringKind, Optional: true}},
			Regions: []RegionDecl{{Name: "bodyRegion", Blocks: OneBlock}},
			Traits:  Isolated | HasSymbols | IsSymbol | NoTerminator | Graph | AffineScope | BodyEffects, Verify: verifyModule},
		{Name: "builtin.unrealized_conversion_cast",
			Operands: []ValueDecl{{Name: "inputs", Type: anyType, Count: Variadic}},
			Results:  []ValueDecl{{Name: "outputs", Type: anyType, Count: Variadic}},
			Traits:   Pure, Verify: verifyConversionCast},
	}
}

func verifyConversionCast(op *Operation) error {
	if len(op.Results) == 0 {
		return &OpError{Msg: "needs at least one result"}
	}
	return nil
}

func verifyModule(op *Operation) error {
	for _, a := range op.Attrs {
		if !op.Decl.inherent(a.Name) && !strings.Contains(a.Name, ".") {
			return fmt.Errorf("an attribute of a module needs the prefix of a dialect, as in dialect.%s", clip(a.Name))
		}
	}
	return nil
}
