package record

import (
	"fmt"
	"strings"

	"heddle/arch"
	"heddle/timing/cache"
)

// maxConstant is the largest value that a constant beyond those of the memory may have.
const maxConstant = 1e6

// CheckModel fails if a constant of the model is out of the range that a run can do with: it says its
// name, its value, and the range.
func CheckModel(m *arch.Model) error {
	if err := cache.Check(&m.Memory); err != nil {
		return err
	}
	own := *m
	own.Memory = arch.MemoryModel{} // whose ranges are its own
	for _, c := range own.Constants() {
		switch line := int64(c.Value); {
		case strings.HasPrefix(c.Name, "estimate."): // no part of a run
		case !(c.Value <= maxConstant):
			return fmt.Errorf("%s is %v; it must be 0 to %v", c.Name, c.Value, float64(maxConstant))
		case c.Name == "fetch.line" && (line <= 0 || line&(line-1) != 0 || float64(line) != c.Value):
			return fmt.Errorf("%s is %v; it must be a power of two", c.Name, c.Value)
		}
	}
	return nil
}
