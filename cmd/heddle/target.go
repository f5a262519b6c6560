package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"heddle/arch"
	"heddle/hsaco"
)

// target is the value of --mcpu: a processor, optionally with features as in
// "gfx950:sramecc+:xnack-".
type target struct {
	text           string
	chip           *arch.Chip
	xnack, sramecc hsaco.Feature
}

// String, Set and Type make target a pflag.Value.
func (t *target) String() string { return t.text }

// Set parses the target. The name of a product stands for its chip.
func (t *target) Set(s string) error {
	name, features, _ := strings.Cut(s, ":")
	if p, err := arch.ProductNamed(name); err == nil {
		s = strings.TrimSuffix(p.Chip.Name+":"+features, ":")
	}
	parsed, err := hsaco.ParseTarget(s)
	if err != nil {
		if _, known := arch.Lookup(name); !known && strings.HasPrefix(strings.ToUpper(name), "MI") {
			return fmt.Errorf("%w, or a product: %s", err, strings.Join(productNames(), ", "))
		}
		return err
	}
	*t = target{s, parsed.Chip, parsed.XNACK, parsed.SRAMECC}
	return nil
}

// Type is the value's name in help.
func (t *target) Type() string { return "TARGET" }

// flag adds --mcpu to a command.
func (t *target) flag(cmd *cobra.Command, usage string) {
	cmd.Flags().Var(t, "mcpu", usage+": "+strings.Join(arch.Names(), " or "))
	completed(cmd, "mcpu", arch.Names())
}

// must returns an error if --mcpu was not given.
func (t *target) must(cmd *cobra.Command, why string) error {
	if t.chip != nil {
		return nil
	}
	return usagef("%s%s needs --mcpu; known targets are %s", cmd.CommandPath(), why, strings.Join(arch.Names(), ", "))
}
