package findings

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"path/filepath"
	"strings"
)

// identity is the part of a fingerprint that does not count: what is the same in all findings that an
// unrelated change of the code could turn into each other. There are no addresses, lines and registers
// in it, nor the directory of the file.
func identity(o *Object, kernel string, f *Finding) string {
	parts := []string{o.Target, path.Base(filepath.ToSlash(o.Name)), kernel, f.Rule, f.Rank, mnemonic(f.Text)}
	for i := range f.Related {
		parts = append(parts, mnemonic(f.Related[i].Text))
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:8])
}

// mnemonic is the instruction's name without the encoding, which depends on the registers.
func mnemonic(text string) string {
	name, _, _ := strings.Cut(text, " ")
	for _, encoding := range []string{"_e32", "_e64"} {
		name = strings.TrimSuffix(name, encoding)
	}
	return name
}

// Number gives each finding its fingerprint: its identity, and its number among those with the same, in
// their order.
func (r *Report) Number() {
	seen := map[string]int{}
	r.each(func(o *Object, kernel string, f *Finding) {
		id := identity(o, kernel, f)
		seen[id]++
		f.Fingerprint = fmt.Sprintf("%s:%d", id, seen[id])
	})
}

// each calls f for every finding, in order.
func (r *Report) each(f func(o *Object, kernel string, x *Finding)) {
	for i := range r.Objects {
		o := &r.Objects[i]
		for k := range o.Cases {
			c := &o.Cases[k]
			for n := range c.Findings {
				f(o, c.Name, &c.Findings[n])
			}
		}
	}
}

// withoutNumber is the identity in a fingerprint.
func withoutNumber(fingerprint string) string {
	id, _, _ := strings.Cut(fingerprint, ":")
	return id
}
