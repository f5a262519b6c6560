package arch

import (
	"fmt"
	"slices"
	"strings"
)

// Constant is a number of the timing model, and how it is known.
type Constant struct {
	Value    float64
	Unit     string // "cycles", "bytes", "bytes/cycle", "entries", "MHz", "ns" … ; "" for a plain number
	Evidence Evidence
	Source   string // where it is from: a file of facts, a manual, the measurements it was fitted to
}

// Int returns the value, which is a whole number.
func (c Constant) Int() int { return int(c.Value) }

// Model has the constants of the timing model of a chip, in groups: each group is a struct of
// Constants and lists them by name.
type Model struct {
	Core   CoreModel
	LDS    LDSModel
	Memory MemoryModel
	Launch LaunchModel
	Clock  ClockModel
}

// NamedConstant is a constant with the name under which it can be set, such as "l2.latency".
type NamedConstant struct {
	Name string
	*Constant
}

// Constants lists all constants of the model, group by group. They can be changed through it.
func (m *Model) Constants() []NamedConstant {
	return slices.Concat(m.Core.constants(), m.LDS.constants(), m.Memory.constants(), m.Launch.constants(), m.Clock.constants())
}

// Set changes the constant called name. It fails if there is none, or if the value is negative.
func (m *Model) Set(name string, value float64) error {
	all := m.Constants()
	for _, c := range all {
		if c.Name != name {
			continue
		}
		if !(value >= 0) {
			return fmt.Errorf("%s cannot be %v: constants of the timing model are not negative", name, value)
		}
		c.Value, c.Source = value, "set by the user"
		return nil
	}
	var near []string
	group, _, _ := strings.Cut(name, ".")
	for _, c := range all {
		if strings.HasPrefix(c.Name, group+".") {
			near = append(near, c.Name)
		}
	}
	if len(near) == 0 {
		for _, c := range all {
			if g, _, _ := strings.Cut(c.Name, "."); !slices.Contains(near, g+".*") {
				near = append(near, g+".*")
			}
		}
	}
	return fmt.Errorf("no constant of the timing model is called %q; there are %s", name, strings.Join(near, ", "))
}
