package pass

import (
	"fmt"
	"io"
	"time"
)

// Times adds up the time of passes and other steps of a compilation. A nil *Times
// measures nothing and reads no clock.
type Times struct {
	// Now is the clock.
	Now  func() time.Time
	rows []Time
}

// Time is the time of one pass, in all its runs.
type Time struct {
	Name string
	Runs int
	Wall time.Duration
}

// Start returns the current time, for Stop.
func (t *Times) Start() time.Time {
	if t == nil {
		return time.Time{}
	}
	return t.Now()
}

// Stop adds the time since start to the entry with the name.
func (t *Times) Stop(name string, start time.Time) {
	if t == nil {
		return
	}
	wall := t.Now().Sub(start)
	for i := range t.rows {
		if r := &t.rows[i]; r.Name == name {
			r.Runs++
			r.Wall += wall
			return
		}
	}
	t.rows = append(t.rows, Time{name, 1, wall})
}

// Rows are the times in the order in which their names first appeared.
func (t *Times) Rows() []Time { return t.rows }

// Total is the sum of all.
func (t *Times) Total() time.Duration {
	var sum time.Duration
	for _, r := range t.rows {
		sum += r.Wall
	}
	return sum
}

// Print writes a table: milliseconds, the share of the whole in percent, the
// number of runs, and the name.
func (t *Times) Print(w io.Writer) error {
	total := t.Total()
	text := fmt.Sprintf("%10s %6s %5s  pass\n", "ms", "%", "runs")
	for _, r := range append(t.rows[:len(t.rows):len(t.rows)], Time{Name: "total", Wall: total}) {
		runs := fmt.Sprint(r.Runs)
		if r.Runs == 0 {
			runs = ""
		}
		text += fmt.Sprintf("%10.3f %6.1f %5s  %s\n", r.Wall.Seconds()*1000, 100*float64(r.Wall)/float64(max(total, 1)), runs, r.Name)
	}
	_, err := io.WriteString(w, text)
	return err
}
