package main

import (
	"bufio"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"heddle/isa"
)

// version describes this program.
type version struct {
	Schema   string       `json:"schema"`
	Version  string       `json:"version"`
	Revision string       `json:"revision,omitempty"`
	Modified bool         `json:"modified,omitempty"`
	Go       string       `json:"go"`
	Tables   []tableState `json:"tables"`
}

// tableState identifies the instruction table of a target.
type tableState struct {
	Target       string `json:"target"`
	Instructions int    `json:"instructions"`
	Rows         int    `json:"rows"`
	Hash         string `json:"sha256"`
}

// readVersion returns the version without the tables.
func readVersion() version {
	v := version{Schema: "heddle.version/v1", Version: "(devel)", Go: runtime.Version()}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if info.Main.Version != "" {
		v.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Revision = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}

func (v version) short() string {
	s := "heddle " + v.Version
	if v.Revision != "" {
		s += " " + v.Revision
	}
	if v.Modified {
		s += " (modified)"
	}
	return s + ", " + v.Go
}

func versionCommand(s *streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:               "version",
		Short:             "Print the version and hashes of the instruction tables",
		Args:              exactly(0, "no arguments"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			v := readVersion()
			for _, t := range isa.Targets() {
				v.Tables = append(v.Tables, stateOf(t))
			}
			if asJSON {
				return s.writeJSON(v)
			}
			return s.write(func(w *bufio.Writer) error {
				fmt.Fprintln(w, v.short())
				for _, t := range v.Tables {
					fmt.Fprintf(w, "%s: %d instructions, %d encodings, table %s\n", t.Target, t.Instructions, t.Rows, t.Hash[:16])
				}
				return nil
			})
		},
	}
	jsonFlag(cmd, &asJSON)
	return cmd
}

func stateOf(t *isa.Target) tableState {
	return tableState{Target: t.Chip.Name, Instructions: t.Instructions(), Rows: len(t.Rows()), Hash: t.Hash()}
}
