package report

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"heddle/timing"
)

// clean makes text from a file harmless for a terminal: what cannot be printed becomes an escape
// sequence of Go.
func clean(s string) string {
	if strings.IndexFunc(s, func(c rune) bool { return !unicode.IsPrint(c) || c == utf8.RuneError }) < 0 {
		return s
	}
	quoted := strconv.Quote(s)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}

// percent prints a share: 1 is "100 %".
func percent(x float64) string {
	switch p := float64(100 * x); {
	case p == 0:
		return "0 %"
	case math.Abs(p) < 0.1:
		return "<0.1 %"
	case math.Abs(p) < 9.95:
		return fmt.Sprintf("%.1f %%", p)
	default:
		return fmt.Sprintf("%.0f %%", p)
	}
}

// scaled prints v with three digits and the largest unit that leaves something before the point; each
// unit is step times the one before it, and the first is not divided.
func scaled(v, step float64, units ...string) string {
	whole := units[0]
	for v >= float64(step*0.9995) && len(units) > 1 {
		v, units = v/step, units[1:]
	}
	digits := 0
	if v < 99.95 && (units[0] != whole || v != math.Trunc(v)) {
		digits = 1
		if v < 9.995 {
			digits = 2
		}
	}
	return strconv.FormatFloat(v, 'f', digits, 64) + " " + units[0]
}

func bytesText(n float64) string     { return scaled(n, 1000, "B", "kB", "MB", "GB", "TB", "PB") }
func rateText(perSec float64) string { return scaled(perSec/1e9, 1000, "GB/s", "TB/s", "PB/s") }

// flopsText prints a rate of computing: in GFLOP/s, as is usual, also if it is a little less.
func flopsText(perSec float64) string {
	switch {
	case perSec > 0 && perSec < 1e6:
		return strconv.FormatFloat(perSec, 'f', 0, 64) + " FLOP/s"
	case perSec > 0 && perSec < 1e8:
		return scaled(perSec/1e6, 1000, "MFLOP/s")
	}
	return scaled(perSec/1e9, 1000, "GFLOP/s", "TFLOP/s")
}

// intensityText prints FLOP a byte.
func intensityText(v float64) string {
	if v > 0 && v < 0.1 {
		return strconv.FormatFloat(v, 'g', 2, 64)
	}
	return cyclesText(v)
}

func secondsText(s float64) string {
	for _, u := range []struct {
		unit string
		per  float64
	}{{"s", 1}, {"ms", 1e3}, {"us", 1e6}} {
		if float64(s*u.per) >= 1 {
			return strconv.FormatFloat(float64(s*u.per), 'g', 4, 64) + " " + u.unit
		}
	}
	return strconv.FormatFloat(float64(s*1e9), 'g', 4, 64) + " ns"
}

// cyclesText prints a mean count of cycles.
func cyclesText(c float64) string {
	if c < 9.95 && c != math.Trunc(c) {
		return strconv.FormatFloat(c, 'f', 1, 64)
	}
	return strconv.FormatFloat(math.Round(c), 'f', 0, 64)
}

// source returns the file and line of an instruction without folders, "" if it is not known.
func source(in *timing.Inst) string {
	if in.Line <= 0 {
		return ""
	}
	return fmt.Sprintf("%s:%d", clean(filepath.Base(in.File)), in.Line)
}

// place names an instruction for somebody who reads about near: by its line, or by its address.
func place(in, near *timing.Inst) string {
	switch {
	case in.Line <= 0:
		return fmt.Sprintf("%#x", in.Addr)
	case in.File == near.File:
		return fmt.Sprintf("line %d", in.Line)
	}
	return source(in)
}

// table aligns columns: each letter of align is a column, l to the left and r to the right.
func table(w *bufio.Writer, indent, align string, rows [][]string) {
	width := make([]int, len(align))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		var b strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			if i > 0 {
				b.WriteString("  ")
			}
			if align[i] == 'r' {
				b.WriteString(pad + cell)
			} else {
				b.WriteString(cell + pad)
			}
		}
		fmt.Fprintf(w, "%s%s\n", indent, strings.TrimRight(b.String(), " "))
	}
}

// wrap breaks text into lines of at most width columns. A number keeps its "%".
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	words := strings.Fields(text)
	for i := 0; i < len(words); i++ {
		word := words[i]
		if i+1 < len(words) && strings.HasPrefix(words[i+1], "%") {
			i++
			word += " " + words[i]
		}
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

// style is whether text has colours.
type style bool

const (
	bold   = "1"
	hot    = "1;31"
	warm   = "33"
	dimmed = "2"
)

// in returns text in a style of the terminal.
func (s style) in(code, text string) string {
	if !s {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// buffered gives f a buffered writer to w.
func buffered(w io.Writer, f func(w *bufio.Writer)) error {
	b := bufio.NewWriterSize(w, 64<<10)
	f(b)
	return b.Flush()
}
