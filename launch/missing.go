package launch

import (
	"cmp"
	"strings"

	"heddle/diag"
	"heddle/hsaco"
	"heddle/ir"
)

// such is the end of an error about missing arguments: forms that they take.
func (l *File) such(forms []string) error {
	const most = 4
	rest := ""
	if len(forms) > most {
		forms, rest = forms[:most], " …"
	}
	if l.name != "" {
		return diag.Fieldf(`give them in "args", for example "%s"%s`, strings.Join(forms, `", "`), rest)
	}
	var format strings.Builder
	var args []any
	for _, form := range forms {
		format.WriteString(" %s %s")
		args = append(args, diag.Field("arg"), form)
	}
	return diag.Fieldf("give for example"+format.String()+rest, args...)
}

// examples are forms for arguments of a kernel.
func examples(list []*hsaco.Arg) (forms []string) {
	for _, a := range list {
		t, err := ir.ParseType(a.TypeName)
		if err != nil {
			t = nil
		}
		forms = append(forms, exampleOf(t, a))
	}
	return forms
}

// exampleOf is a form for an argument, of which its type in MLIR may be known, or that of clang.
func exampleOf(t ir.Type, a *hsaco.Arg) string {
	name, isPointer := strings.CutSuffix(strings.TrimPrefix(a.TypeName, "unsigned "), "*")
	element, shape := typesOfC[name], "[1024]"
	if t != nil {
		if e := ElementOfType(t); e != nil {
			element = e.Name
			if ref, ok := t.(*ir.MemRefType); ok {
				isPointer, shape = true, strings.TrimPrefix(openShape(ref, e), e.Name)
			}
		}
	}
	switch {
	case a.ValueKind == "dynamic_shared_pointer": // an offset in the LDS
		return "i32:0"
	case isPointer || a.ValueKind == "global_buffer":
		return "zero:" + cmp.Or(element, "f32") + shape
	}
	if e := cmp.Or(element, integersBySize[a.Size]); e != "" {
		return e + ":1"
	}
	return "raw:" + strings.Repeat("00", min(a.Size, 1<<10))
}

// typesOfC are scalar types as clang writes them in metadata, as in --arg.
var typesOfC = map[string]string{"char": "i8", "uchar": "u8", "short": "i16", "ushort": "u16", "int": "i32", "uint": "u32", "long": "i64", "ulong": "u64",
	"half": "f16", "float": "f32", "double": "f64"}

var integersBySize = map[int]string{1: "i8", 2: "i16", 4: "i32", 8: "i64"}
