package corpus

import (
	"fmt"
	"strings"

	"heddle/arch"
	"heddle/sim"
	"heddle/sim/sanitize"
)

// Want returns the contents of the arguments after the kernel, from the interpreter.
func (c *Case) Want(chip *arch.Chip) ([][]byte, error) {
	m, err := c.Module(chip)
	if err != nil {
		return nil, err
	}
	return c.Interpret(m, chip)
}

// Judge returns an error unless a code object leaves the same memory contents as the interpreter,
// and no sanitizer reports anything.
func (c *Case) Judge(object []byte, chip *arch.Chip, options sim.Options) error {
	want, err := c.Want(chip)
	if err != nil {
		return err
	}
	r, found, err := c.Check(object, chip, options, "all")
	if err != nil {
		return err
	}
	if err := c.Compare(r.Memory, want); err != nil {
		return err
	}
	if len(found) == 0 {
		return nil
	}
	var text strings.Builder
	if err := sanitize.WriteText(&text, c.Name, found, 3); err != nil {
		return err
	}
	return fmt.Errorf("%d findings\n%s", len(found), &text)
}
