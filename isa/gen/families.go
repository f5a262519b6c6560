package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// family is one line of families.tsv.
type family struct {
	goName, name, tsv string
	prefix            word
	opLo, opWidth     int
	size              int
	suffix            string
	mods              []modField
}

type modField struct {
	mod   string
	parts [][2]int // lo, width
}

func readFamilies(path string) ([]family, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var fams []family
	sc := bufio.NewScanner(f)
	for n := 1; sc.Scan(); n++ {
		if strings.HasPrefix(sc.Text(), "#") {
			continue
		}
		fam, err := parseFamily(strings.Split(sc.Text(), "\t"))
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		fams = append(fams, fam)
	}
	return fams, sc.Err()
}

func parseFamily(c []string) (family, error) {
	if len(c) != 8 {
		return family{}, fmt.Errorf("%d columns, want 8", len(c))
	}
	fam := family{goName: c[0], name: c[1], tsv: c[2]}
	var err error
	if fam.prefix, err = parseWord(c[3]); err != nil {
		return fam, err
	}
	if _, err = fmt.Sscanf(c[4], "%d+%d", &fam.opLo, &fam.opWidth); err != nil {
		return fam, err
	}
	if fam.size, err = strconv.Atoi(c[5]); err != nil {
		return fam, err
	}
	if c[6] != "-" {
		fam.suffix = c[6]
	}
	for _, s := range list(c[7], " ") {
		name, parts, _ := strings.Cut(s, "@")
		m := modField{mod: name}
		for _, p := range strings.Split(parts, "/") {
			var lo, width int
			if _, err := fmt.Sscanf(p, "%d+%d", &lo, &width); err != nil {
				return fam, fmt.Errorf("modifier %q: %w", s, err)
			}
			m.parts = append(m.parts, [2]int{lo, width})
		}
		fam.mods = append(fam.mods, m)
	}
	return fam, nil
}

func emitFamilies(fams []family) []byte {
	b := header()
	b.WriteString("var families = [numEncodings]family{\n")
	for _, f := range fams {
		fmt.Fprintf(b, "Enc%s: {%q, %q},\n", f.goName, f.name, f.suffix)
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// modFieldsText returns the fields of a row's modifiers as Go.
func (f *family) modFieldsText(l *line) string {
	var b strings.Builder
	for _, m := range f.mods {
		if !slices.Contains(l.mods, m.mod) {
			continue
		}
		fmt.Fprintf(&b, "{%s, [3]bitField{", modifierName(m.mod))
		for _, p := range l.modParts(&m) {
			fmt.Fprintf(&b, "{%d, %d},", p[0], p[1])
		}
		b.WriteString("}},")
	}
	return b.String()
}

// modParts returns the pieces of a modifier's field. Lists have a bit for each
// source that there is, and op_sel of VOP3A the highest for the destination;
// the others are not fields.
func (l *line) modParts(m *modField) [][2]int {
	switch {
	case l.enc == "VOP3A" && m.mod == "op_sel":
		lo := m.parts[0][0]
		return [][2]int{{lo, l.opSel - 1}, {lo + 3, 1}}
	case l.enc != "VOP3P" || m.mod == "clamp":
		return m.parts
	}
	var parts [][2]int
	rest := l.sources()
	for _, p := range m.parts {
		if n := min(p[1], rest); n > 0 {
			parts = append(parts, [2]int{p[0], n})
			rest -= n
		}
	}
	return parts
}

// modifierName returns the Go constant of a modifier.
func modifierName(m string) string {
	special := map[string]string{"omod": "OMod", "dpp": "DPP", "dpp64": "DPP64", "bitop3": "BitOp3", "fi": "FI",
		"nt": "NT", "sc0": "SC0", "sc1": "SC1", "glc": "GLC", "gds": "GDS", "lds": "LDS", "cbsz": "CBSZ", "abid": "ABID", "blgp": "BLGP"}
	if s, ok := special[m]; ok {
		return "Mod" + s
	}
	return "Mod" + camel(m)
}

// camel turns op_sel_hi into OpSelHi.
func camel(s string) string {
	var b strings.Builder
	for _, w := range strings.Split(s, "_") {
		b.WriteString(strings.ToUpper(w[:1]) + w[1:])
	}
	return b.String()
}
