package ir

import (
	"fmt"
	"strings"
	"testing"
)

// TestTemplates verifies the templates.
func TestTemplates(t *testing.T) {
	for _, list := range templates {
		for _, text := range list {
			if strings.Contains(text, "@") {
				continue // needs another operation
			}
			wrapped, ok := wrapTemplate(text)
			if !ok {
				t.Errorf("cannot read template %s", text)
				continue
			}
			m, err := Parse("template", wrapped)
			if err == nil {
				err = Verify(m, Options{})
			}
			if err != nil {
				t.Error(err)
			}
		}
	}
}

// wrapTemplate puts an operation whose operands are free into a function that
// has them as arguments; ok is false if the text cannot be read.
func wrapTemplate(text string) (wrapped string, ok bool) {
	q := newParser("template", text)
	q.ssa.open()
	q.operation(&Block{})
	if errorOf(&q.ds) != nil || q.failed || !q.is(tokEOF) {
		return "", false
	}
	var in, args []string
	for _, v := range q.ssa.order {
		if u, free := q.ssa.early[v]; free {
			in = append(in, v.Type.String())
			args = append(args, u.name.String()+": "+v.Type.String())
		}
	}
	block := ""
	if len(args) > 0 {
		block = "^bb0(" + strings.Join(args, ", ") + "):\n"
	}
	return fmt.Sprintf("\"func.func\"() <{function_type = (%s) -> (), sym_name = \"f\"}> ({\n%s%s\n\"func.return\"() : () -> ()\n}) : () -> ()\n",
		strings.Join(in, ", "), block, text), true
}
