package main

import (
	"bufio"
	"encoding/json"

	"github.com/spf13/cobra"
)

// jsonFlag adds --json to a command.
func jsonFlag(cmd *cobra.Command, on *bool) {
	cmd.Flags().BoolVar(on, "json", false, "print JSON")
}

// writeJSON prints one JSON document, which has a "schema" that identifies its form.
func (s *streams) writeJSON(v any) error {
	return s.write(func(w *bufio.Writer) error {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(v)
	})
}
