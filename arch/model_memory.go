package arch

// MemoryModel is a group of Model.
type MemoryModel struct {
}

func (m *MemoryModel) constants() []NamedConstant {
	return []NamedConstant{}
}

var (
	memory942 = MemoryModel{}
	memory950 = MemoryModel{}
)
