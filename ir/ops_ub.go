package ir

// ubDialect makes undefined values explicit; upstream's canonicalizer writes them.
var ubDialect = Dialect{Name: "ub", Ops: onDemand(ubOps)}

var poisonAttr = DialectOpaque("ub", "poison")

// poisonKind is the only attribute of the dialect.
var poisonKind = &AttrKind{Text: "#ub.poison", Has: func(a Attr) bool {
	o, ok := a.(*OpaqueAttr)
	return ok && o.Dialect == "ub" && o.Body == "poison"
}, Samples: []string{"#ub.poison"}}

func ubOps() []OpDecl {
	return []OpDecl{
		{Name: "ub.poison", Results: []ValueDecl{{Name: "result", Type: anyType}},
			Attrs: []AttrDecl{{Name: "value", Kind: poisonKind, Default: poisonAttr}}, Traits: Pure},
	}
}
