package main

import (
	"bufio"
	"fmt"
	"strings"

	"heddle/arch"
)

// constantsDocument is the output of heddle time --constants --json.
type constantsDocument struct {
	Schema    string         `json:"schema"`
	Product   string         `json:"product"`
	Target    string         `json:"target"`
	Constants []constantJSON `json:"constants"`
}

// constantJSON is a constant of the timing model.
type constantJSON struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit,omitempty"`
	// Evidence is how the value is known: measured, documented, fitted, inferred; or set, by --set.
	Evidence string `json:"evidence"`
	Source   string `json:"source"`
}

// listConstants prints the constants of the model for --product, or for the product that is meant by the
// chip, which is nil without --mcpu.
func (f *timeFlags) listConstants(s *streams, chip *arch.Chip) error {
	p, err := f.productFor(chip)
	if err != nil {
		return err
	}
	if p == nil {
		return usagef("--constants needs --product or --mcpu: each chip has its own")
	}
	modelled, err := f.chip(p)
	if err != nil {
		return err
	}
	doc := constantsDocument{Schema: "heddle.constants/v1", Product: p.Name, Target: modelled.Name}
	for _, c := range modelled.Model.Constants() {
		x := constantJSON{c.Name, c.Value, c.Unit, c.Evidence.String(), c.Source}
		if f.isSet(c.Name) {
			x.Evidence = "set"
		}
		doc.Constants = append(doc.Constants, x)
	}
	if f.asJSON {
		return s.writeJSON(doc)
	}
	return s.write(func(w *bufio.Writer) error {
		fmt.Fprintf(w, "constants of the timing model for %s (%s)\n", doc.Product, doc.Target)
		for _, c := range doc.Constants {
			fmt.Fprintf(w, "  %-28s %12.7g %-11s %-10s  %s\n", c.Name, c.Value, c.Unit, c.Evidence, c.Source)
		}
		return nil
	})
}

// isSet reports whether a constant has its value from --set.
func (f *timeFlags) isSet(name string) bool {
	for _, s := range f.set {
		if n, _, _ := strings.Cut(s, "="); n == name {
			return true
		}
	}
	return false
}
