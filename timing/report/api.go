package report

import (
	"errors"
	"io"

	"heddle/timing"
)

var errSoon = errors.New("not yet there")

// Issues writes the table of issues, as CSV.
func Issues(w io.Writer, r *Report) error { return errSoon }

// Perfetto writes the issues as a trace for Perfetto (protobuf).
func Perfetto(w io.Writer, r *Report) error { return errSoon }

// Pprof writes the cycles by site as a profile for go tool pprof.
func Pprof(w io.Writer, r *Report) error { return errSoon }

// HTML writes a page that needs no other file and no network.
func HTML(w io.Writer, r *Report) error { return errSoon }

// Against writes two reports side by side, and where their difference is.
func Against(w io.Writer, a, b *Report, colour bool) error { return errSoon }

// Recorder keeps issues for a Report. Its method Issue can be handed to the model.
type Recorder struct {
	Limit   int // how many issues are kept at most; 0 for DefaultLimit
	Issues  []timing.Issue
	Dropped int64
}

// DefaultLimit is how many issues a Recorder keeps: about 200 MB of them.
const DefaultLimit = 2 << 20

// Issue keeps the issue, or counts it if there are too many.
func (r *Recorder) Issue(i *timing.Issue) {
	limit := r.Limit
	if limit == 0 {
		limit = DefaultLimit
	}
	if len(r.Issues) >= limit {
		r.Dropped++
		return
	}
	r.Issues = append(r.Issues, *i)
}
