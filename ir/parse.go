package ir

// Parse reads a file in MLIR's generic form. What is not in a module is put into
// one. The error is a *[Diagnostics]. The module is not verified.
func Parse(file, text string) (*Module, error) { return nil, nil }

// ParseType reads a type.
func ParseType(text string) (Type, error) { return nil, nil }

// ParseAttr reads an attribute.
func ParseAttr(text string) (Attr, error) { return nil, nil }
