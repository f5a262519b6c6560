package arch

// CoreModel is a group of Model.
type CoreModel struct {
}

func (m *CoreModel) constants() []NamedConstant {
	return []NamedConstant{}
}

var (
	core942 = CoreModel{}
	core950 = CoreModel{}
)
