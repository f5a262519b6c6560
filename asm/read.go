package asm

import "strings"

// Limits on what a source may expand to, so that a few lines of macros or
// loops cannot use up memory or time.
const (
	maxNesting   = 100      // nested macros and loops
	maxExpansion = 16 << 20 // bytes of expanded text, and of its output
	maxGenerated = 64 << 20 // bytes of output by .fill, .org, .p2align and similar
)

// frame is a text being read: the file, or an expansion on top of it.
type frame struct {
	src   int32
	text  string
	off   int
	start int // for a loop: where the body begins
	end   int
	left  int // for a loop: how often the body is repeated
	conds int // number of open conditionals when the frame began
}

// nextStatement returns the next statement without comments. It pops frames that have ended.
func (a *assembler) nextStatement() (text string, at pos, ok bool) {
	for {
		f := &a.frames[len(a.frames)-1]
		if f.off >= f.end {
			if f.left > 0 {
				f.left--
				f.off = f.start
				if !a.charge(f.end-f.start, pos{f.src, int32(f.start)}) {
					f.left = 0
				}
				continue
			}
			if len(a.frames) == 1 {
				return "", pos{}, false
			}
			a.frames = a.frames[:len(a.frames)-1]
			continue
		}
		start := skipBlank(f.text[:f.end], f.off)
		at = pos{f.src, int32(start)}
		if start < f.end && f.text[start] == '#' {
			f.off = nextLine(f.text[:f.end], start)
			continue
		}
		end, next, plain := scanLine(f.text[:f.end], start)
		f.off = next
		if !plain {
			text, f.off, ok = cleanLine(f.text[:f.end], start)
			if !ok {
				a.errorAt(at.span(len(text)), "unterminated comment")
			}
			text = trimRight(text)
		} else {
			for end > start && class[f.text[end-1]] == chBlank {
				end--
			}
			text = f.text[start:end]
		}
		if text != "" {
			return text, at, true
		}
	}
}

func trimRight(s string) string { return strings.TrimRight(s, " \t\v\f\x00") }

// charge counts n bytes of expansion, and of what was added to the current section since the last
// call; it reports whether that is still within the limit.
func (a *assembler) charge(n int, at pos) bool {
	const perExpansion = 16 // an empty body costs time as well
	if a.expanded > maxExpansion {
		return false
	}
	if made := len(a.syms) + len(a.nodes) + len(a.cur.data)/16; made > a.made {
		n += 16 * (made - a.made)
		a.made = made
	}
	a.expanded += n + perExpansion
	if a.expanded <= maxExpansion {
		return true
	}
	a.fatal(at.span(0), "macros, loops and included files expand to more than %d MiB", maxExpansion>>20)
	return false
}

// push begins to read an expansion.
func (a *assembler) push(f frame) bool {
	at := pos{f.src, int32(f.off)}
	if len(a.frames) > maxNesting {
		a.fatal(a.at.span(0), "macros, loops and included files are nested more than %d levels deep", maxNesting)
		return false
	}
	if !a.charge(f.end-f.off, at) {
		return false
	}
	f.conds = len(a.conds)
	a.frames = append(a.frames, f)
	return true
}

// pushText begins to read the expanded text of a macro or a loop.
func (a *assembler) pushText(text, what string) {
	if len(text) > maxExpansion || len(a.sources) > maxExpansion/64 {
		a.fatal(a.at.span(0), "macros, loops and included files expand to more than %d MiB", maxExpansion>>20)
		return
	}
	a.sources = append(a.sources, source{what: what, from: a.at, text: text})
	ok := a.push(frame{src: int32(len(a.sources) - 1), text: text, end: len(text)})
	if !ok {
		a.sources = a.sources[:len(a.sources)-1]
	}
}

// body reads the lines up to the directive that closes the one at a.at, one of the names in
// closing; opening ones nest. It returns the text between them as a range of the current frame's
// text.
func (a *assembler) body(opening, closing []string, at span) (start, end int, ok bool) {
	f := &a.frames[len(a.frames)-1]
	start = f.off
	for depth := 1; f.off < f.end; {
		line := skipBlank(f.text[:f.end], f.off)
		begin := f.off
		if line < f.end && f.text[line] == '#' {
			f.off = nextLine(f.text[:f.end], line)
			continue
		}
		_, next, plain := scanLine(f.text[:f.end], line)
		f.off = next
		if !plain {
			_, f.off, _ = cleanLine(f.text[:f.end], line)
		}
		if line >= f.end || f.text[line] != '.' {
			continue
		}
		word := f.text[line:nameEnd(f.text[:f.end], line)]
		switch {
		case oneOf(word, opening):
			depth++
		case oneOf(word, closing):
			if depth--; depth == 0 {
				return start, begin, true
			}
		}
	}
	a.errorAt(at, "%s without %s", a.directiveName(at), closing[0])
	return 0, 0, false
}

func (a *assembler) directiveName(at span) string {
	return a.sources[at.src].text[at.off : at.off+at.n]
}

func oneOf(word string, words []string) bool {
	for _, w := range words {
		if strings.EqualFold(word, w) {
			return true
		}
	}
	return false
}
