package vet

import (
	"fmt"
	"slices"
	"strings"

	"heddle/arch"
	"heddle/hsaco"
)

// check refuses launches that the kernels cannot have: what is proven of another launch would not hold for any.
func (o *Options) check(chip *arch.Chip, kernels []*hsaco.Kernel) error {
	for i := range o.Launches {
		l := &o.Launches[i]
		own := slices.DeleteFunc(slices.Clone(kernels), func(k *hsaco.Kernel) bool { return !l.isFor(k.Name) })
		if len(own) == 0 {
			continue // a launch file may have kernels of other objects
		}
		for k := range l.Args {
			if err := l.Args[k].check(own); err != nil {
				return err
			}
		}
		for _, k := range own {
			if err := l.fits(chip, k); err != nil {
				return err
			}
		}
	}
	return nil
}

// check refuses an argument that no kernel has, or that is no such number or pointer.
func (a *Argument) check(kernels []*hsaco.Kernel) error {
	found := a.Dword
	for _, k := range kernels {
		n, ok := newGiven(k, nil).find(a)
		if !ok || a.Dword {
			continue
		}
		found = true
		if err := a.suits(n); err != nil {
			return fmt.Errorf("argument %s of %s %w", a, k.Name, err)
		}
	}
	if !found {
		return fmt.Errorf("no kernel has an argument %s; there are %s", a, argumentsOf(kernels))
	}
	return nil
}

// suits refuses what an argument cannot be, and ranges that say nothing of its dwords.
func (a *Argument) suits(n named) error {
	switch bits := 8 * n.size; {
	case a.Memory && n.size != 8:
		return fmt.Errorf("has %d bytes, and is no pointer", n.size)
	case a.Memory:
	case n.pointer:
		return fmt.Errorf("is a pointer, not a number: give the array that it leads to as a tensor")
	case n.size < 4 || n.size > 8 || n.offset%4 != 0:
		return fmt.Errorf("has %d bytes at offset %d: numbers are known of dwords and pairs of them only; @OFFSET is a dword of it", n.size, n.offset)
	case bits < 64 && (a.Most >= 1<<bits || a.Least < -1<<(bits-1)):
		return fmt.Errorf("has %d bits, which do not hold %d", bits, outermost(a.Least, a.Most))
	case a.Least < 0 && a.Most >= 0:
		return fmt.Errorf("is in a range of negative and other numbers, which vet cannot follow: give one half at a time")
	}
	return nil
}

// outermost is the end of a range that is farther from 0.
func outermost(least, most int64) int64 {
	if most > -least {
		return most
	}
	return least
}

// fits refuses workgroups and LDS that a kernel cannot have.
func (l *Launch) fits(chip *arch.Chip, k *hsaco.Kernel) error {
	items, most := uint64(1), uint64(chip.MaxWorkgroup)
	if m := k.Metadata; m != nil && m.MaxFlatWorkgroupSize > 0 {
		most = min(most, uint64(m.MaxFlatWorkgroupSize))
	}
	for i, n := range l.Block {
		if m := k.Metadata; m != nil && n > 0 && i < len(m.ReqdWorkgroupSize) && uint32(m.ReqdWorkgroupSize[i]) != n {
			return fmt.Errorf("kernel %s is for workgroups of %s work-items, not of %s", k.Name, sizesText(m.ReqdWorkgroupSize), sizesText(l.Block[:]))
		}
		items *= uint64(max(n, 1))
	}
	if items > most {
		return fmt.Errorf("kernel %s is for workgroups of at most %d work-items, not of %d", k.Name, most, items)
	}
	if lds := int64(k.Descriptor.GroupSegmentFixedSize) + l.LDS; l.LDS > 0 && lds > int64(chip.LDSBytes) {
		return fmt.Errorf("kernel %s would have %d bytes of LDS, and a workgroup of %s has at most %d", k.Name, lds, chip.Name, chip.LDSBytes)
	}
	return nil
}

func sizesText[T any](sizes []T) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(sizes), "[]"), " ", ",")
}

// argumentsOf lists the explicit arguments of kernels by their names, or by position where they have none.
func argumentsOf(kernels []*hsaco.Kernel) string {
	var list []string
	for _, k := range kernels {
		index := 0
		for _, n := range newGiven(k, nil).names {
			if n.hidden {
				continue
			}
			kind := fmt.Sprintf("%d bytes", n.size)
			if n.pointer {
				kind = "a pointer"
			}
			text := n.name
			if text == "" {
				text = fmt.Sprintf("%d (%s at @%d)", index, kind, n.offset)
			}
			if !slices.Contains(list, text) {
				list = append(list, text)
			}
			index++
		}
	}
	if len(list) == 0 {
		return "none in the metadata, so give the byte offset as @OFFSET"
	}
	return strings.Join(list, ", ")
}
