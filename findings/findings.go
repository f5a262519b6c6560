// Package findings has what checkers of kernels share once they have found something: the forms that
// other programs read (SARIF, JUnit), fingerprints that stay the same when code moves, baselines, and
// the grammar of suppressions. It knows no checker and no code object.
//
//	findings.go     what a checker hands over
//	fingerprint.go  what makes a finding the same in another run
//	baseline.go     findings of an earlier run
//	suppress.go     rules for findings that are accepted: files of them, and comments in assembly
//	sarif.go        SARIF 2.1.0
//	junit.go        JUnit XML
package findings

// Level says how grave a finding is, in SARIF's words.
type Level uint8

const (
	Error Level = iota
	Warning
	Note
)

// String returns SARIF's word for the level.
func (l Level) String() string { return [...]string{"error", "warning", "note"}[l] }

// Place is an instruction of a code object, or another place that a finding is about.
type Place struct {
	Note string // what it is to the finding: "the load is here"
	Addr uint64 // in the code object
	Text string // the instruction, "" if the place is none
	// File is the source, "" if it is not known.
	File         string
	Line, Column int
}

// Finding is one thing that a checker found.
type Finding struct {
	Rule  string
	Rank  string // the checker's own word for how sure and how grave it is; "" if it has none
	Level Level
	// Fails says that the command fails because of it.
	Fails bool
	Place
	// Related are places that it depends on: the earlier instruction first.
	Related []Place
	// Path are the places that lead from the first of Related here.
	Path    []Place
	Message string
	Advice  string        // the fix
	Body    func() string // the whole of it, as the command prints it

	// Fingerprint is the same in another run if the finding is; see Number.
	Fingerprint string
}

// Case is what was checked as a whole: a kernel.
type Case struct {
	Name     string
	Findings []Finding
	More     int // findings that the checker has counted and not kept
}

// Object is a code object that was checked.
type Object struct {
	Name   string // of the file; an entry of a bundle follows in parentheses
	Target string
	Error  string // why it was not checked
	Cases  []Case
}

// Rule describes what findings are found by.
type Rule struct {
	Name    string
	Short   string // one sentence
	What    string
	Source  string
	Example string // code that breaks it
}

// Report is everything that a command found.
type Report struct {
	Tool    string // "heddle vet"
	Version string // of it
	// Root is the directory that names of files are relative to; absolute names below it are made
	// relative.
	Root    string
	Rules   []Rule
	Objects []Object
}

// hasLine reports whether the source of the place is known.
func (p *Place) hasLine() bool { return p.File != "" && p.Line > 0 }
