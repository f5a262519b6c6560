package hsaco

import (
	"errors"
	"fmt"
)

// Forms of attributes. Source: DWARF 5, section 7.5.6.
const (
	dwFormAddr        = 0x01
	dwFormBlock2      = 0x03
	dwFormBlock4      = 0x04
	dwFormData2       = 0x05
	dwFormData4       = 0x06
	dwFormData8       = 0x07
	dwFormString      = 0x08
	dwFormBlock       = 0x09
	dwFormBlock1      = 0x0a
	dwFormData1       = 0x0b
	dwFormFlag        = 0x0c
	dwFormSdata       = 0x0d
	dwFormStrp        = 0x0e
	dwFormUdata       = 0x0f
	dwFormRefAddr     = 0x10
	dwFormRef1        = 0x11
	dwFormRef2        = 0x12
	dwFormRef4        = 0x13
	dwFormRef8        = 0x14
	dwFormRefUdata    = 0x15
	dwFormSecOffset   = 0x17
	dwFormExprloc     = 0x18
	dwFormFlagPresent = 0x19
	dwFormData16      = 0x1e
	dwFormLineStrp    = 0x1f
	dwFormRefSig8     = 0x20

	dwATStmtList = 0x10
	dwATCompDir  = 0x1b
)

// compDir returns the compilation directory of the line program at an offset
// of .debug_line. Up to DWARF 4 only the compilation unit in .debug_info has
// it.
func (r *lineReader) compDir(program uint64) (string, error) {
	if r.compDirs == nil {
		r.compDirs = map[uint64]string{}
		if err := r.readCompDirs(); err != nil {
			return "", err
		}
	}
	return r.compDirs[program], nil
}

// readCompDirs reads the first entry of each unit of DWARF 2 to 4.
func (r *lineReader) readCompDirs() error {
	info, err := r.o.debugSection(".debug_info")
	if err != nil {
		return err
	}
	abbrev, err := r.o.debugSection(".debug_abbrev")
	if err != nil {
		return err
	}
	// Each unit searches for its abbreviation from the start of a table, and many units may share a
	// table. Tools put the first entry's abbreviation first.
	room := 1<<20 + 16*len(abbrev.data)
	section := &dwarfCursor{data: info.data}
	for section.at < len(info.data) {
		start := section.at
		length, offsetSize := section.unitLength()
		body := section.at
		section.take(length)
		if section.err != nil {
			return fmt.Errorf(".debug_info: unit at %#x: %w", start, section.err)
		}
		c := &dwarfCursor{data: section.data[:section.at], at: body}
		if err := r.readCompDir(c, offsetSize, abbrev.data, &room); err != nil {
			return fmt.Errorf(".debug_info: unit at %#x: %w", start, err)
		}
	}
	return nil
}

// unitInfo describes how to read the attributes of a unit.
type unitInfo struct {
	version, offsetSize, addressSize int
}

func (r *lineReader) readCompDir(c *dwarfCursor, offsetSize int, abbrev []byte, room *int) error {
	u := unitInfo{version: int(c.uint(2)), offsetSize: offsetSize}
	if u.version < 2 || u.version > 4 {
		return c.err
	}
	table := c.uint(offsetSize)
	u.addressSize = int(c.uint(1))
	code := c.uleb()
	if c.err != nil || code == 0 {
		return c.err
	}
	if u.addressSize > 8 || table > uint64(len(abbrev)) {
		return fmt.Errorf("addresses of %d bytes, abbreviations at %#x of %#x", u.addressSize, table, len(abbrev))
	}
	a := &dwarfCursor{data: abbrev, at: int(table)}
	if err := findAbbrev(a, code, room); err != nil {
		return err
	}
	var dir string
	var program uint64
	var known bool
	for {
		name, form := a.uleb(), a.uleb()
		if a.err != nil {
			return a.err
		}
		if name == 0 && form == 0 {
			break
		}
		text, number, err := r.readAttribute(c, u, form)
		if err != nil {
			return err
		}
		switch name {
		case dwATStmtList:
			program, known = number, true
		case dwATCompDir:
			dir = text
		}
	}
	if known && c.err == nil {
		r.compDirs[program] = dir
	}
	return c.err
}

// findAbbrev moves c, at the start of a table, to the attributes of an abbreviation. It subtracts
// the bytes it skips from room.
func findAbbrev(c *dwarfCursor, code uint64, room *int) error {
	for c.err == nil {
		start := c.at
		found := c.uleb()
		if found == 0 {
			return fmt.Errorf("abbreviation %d is not in its table", code)
		}
		c.uleb()  // tag
		c.uint(1) // children
		if found == code {
			return c.err
		}
		for name, form := c.uleb(), c.uleb(); (name != 0 || form != 0) && c.err == nil; {
			name, form = c.uleb(), c.uleb()
		}
		if *room -= c.at - start; *room < 0 {
			return errors.New("finding the abbreviations means reading far more bytes than the section has")
		}
	}
	return c.err
}

// attributeSizes are the sizes of the fixed-size forms that hold no string.
var attributeSizes = map[uint64]int{
	dwFormData1: 1, dwFormData2: 2, dwFormData4: 4, dwFormData8: 8,
	dwFormRef1: 1, dwFormRef2: 2, dwFormRef4: 4, dwFormRef8: 8,
	dwFormFlag: 1, dwFormFlagPresent: 0, dwFormRefSig8: 8,
}

// readAttribute reads an attribute of a form of DWARF 2 to 4.
func (r *lineReader) readAttribute(c *dwarfCursor, u unitInfo, form uint64) (text string, number uint64, err error) {
	if size, ok := attributeSizes[form]; ok {
		return "", c.uint(size), nil
	}
	switch form {
	case dwFormString:
		return c.text(), 0, nil
	case dwFormStrp:
		text, err = r.str.atCursor(c, u.offsetSize)
	case dwFormSecOffset:
		number = c.uint(u.offsetSize)
	case dwFormAddr:
		c.uint(u.addressSize)
	case dwFormRefAddr:
		if u.version == 2 {
			c.uint(u.addressSize)
		} else {
			c.uint(u.offsetSize)
		}
	case dwFormUdata, dwFormSdata, dwFormRefUdata:
		number = c.uleb()
	case dwFormBlock1:
		c.take(c.uint(1))
	case dwFormBlock2:
		c.take(c.uint(2))
	case dwFormBlock4:
		c.take(c.uint(4))
	case dwFormBlock, dwFormExprloc:
		c.take(c.uleb())
	default:
		err = fmt.Errorf("attribute at %#x has the form %#x, which DWARF %d does not have", c.at, form, u.version)
	}
	return text, number, err
}
