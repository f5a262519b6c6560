package arch

// LaunchModel is a group of Model.
type LaunchModel struct {
}

func (m *LaunchModel) constants() []NamedConstant {
	return []NamedConstant{}
}

var (
	launch942 = LaunchModel{}
	launch950 = LaunchModel{}
)
