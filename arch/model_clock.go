package arch

// ClockModel is a group of Model.
type ClockModel struct {
}

func (m *ClockModel) constants() []NamedConstant {
	return []NamedConstant{}
}

var (
	clock942 = ClockModel{}
	clock950 = ClockModel{}
)
