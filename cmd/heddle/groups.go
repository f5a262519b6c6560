package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Headings of flags in --help, in order.
const (
	groupKernel     = "Kernel"
	groupProblem    = "Problem"
	groupTiles      = "Tiles"
	groupData       = "Data"
	groupObject     = "Other kernels"
	groupOutput     = "Output"
	groupSimulation = "Simulation"
	groupDebugging  = "Compiler debugging"
)

// groupKey is the annotation that holds a flag's heading.
const groupKey = "heddle_group"

// group puts the flags added since the last call under a heading.
func group(cmd *cobra.Command, heading string) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Annotations[groupKey] != nil {
			return
		}
		if err := cmd.Flags().SetAnnotation(f.Name, groupKey, []string{heading}); err != nil {
			panic("BUG: " + err.Error())
		}
	})
}

// usage prints cobra's usage of a command with flags grouped under their headings.
func usage(c *cobra.Command) error {
	out := c.OutOrStderr()
	var text strings.Builder
	c.SetOut(&text)
	err := (&cobra.Command{}).UsageFunc()(c)
	c.SetOut(out)
	if err != nil {
		return err
	}
	list := "Flags:\n" + strings.TrimRight(c.LocalFlags().FlagUsages(), "\n")
	_, err = fmt.Fprint(out, strings.Replace(text.String(), list, strings.Join(groups(c), "\n\n"), 1))
	return err
}

// groups are the flags of a command by heading.
func groups(c *cobra.Command) (list []string) {
	for _, heading := range []string{"Flags", groupKernel, groupProblem, groupTiles, groupData, groupObject, groupOutput, groupSimulation, groupDebugging} {
		flags := pflag.NewFlagSet(heading, pflag.ContinueOnError)
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if own := f.Annotations[groupKey]; own == nil && heading == "Flags" || own != nil && own[0] == heading {
				flags.AddFlag(f)
			}
		})
		if flags.HasFlags() {
			list = append(list, heading+":\n"+strings.TrimRight(flags.FlagUsages(), "\n"))
		}
	}
	return list
}
