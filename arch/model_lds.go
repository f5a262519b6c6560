package arch

// LDSModel is a group of Model.
type LDSModel struct {
}

func (m *LDSModel) constants() []NamedConstant {
	return []NamedConstant{}
}

var (
	lds942 = LDSModel{}
	lds950 = LDSModel{}
)
