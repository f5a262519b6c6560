package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"heddle/arch"
	"heddle/hsaco"
)

// target is the value of --mcpu: a processor, and perhaps settings of its
// features as in "gfx950:sramecc+:xnack-".
type target struct {
	text           string
	chip           *arch.Chip
	xnack, sramecc hsaco.Feature
}

// String, Set and Type make target a pflag.Value.
func (t *target) String() string { return t.text }

// Set parses the target.
func (t *target) Set(s string) error {
	parts := strings.Split(s, ":")
	chip, ok := arch.Lookup(parts[0])
	if !ok {
		return fmt.Errorf("unknown processor %q; known are %s", parts[0], strings.Join(arch.Names(), ", "))
	}
	*t = target{text: s, chip: chip}
	for _, p := range parts[1:] {
		if err := t.setFeature(p); err != nil {
			return err
		}
	}
	return nil
}

func (t *target) setFeature(s string) error {
	for _, f := range []struct {
		name    string
		setting *hsaco.Feature
	}{{"xnack", &t.xnack}, {"sramecc", &t.sramecc}} {
		if *f.setting != hsaco.FeatureAny {
			continue
		}
		switch s {
		case f.name + "+":
			*f.setting = hsaco.FeatureOn
			return nil
		case f.name + "-":
			*f.setting = hsaco.FeatureOff
			return nil
		}
	}
	return fmt.Errorf("%q is not one of xnack+, xnack-, sramecc+, sramecc-, each at most once", s)
}

// Type is what help shows for the value.
func (t *target) Type() string { return "TARGET" }

// flag adds --mcpu to a command.
func (t *target) flag(cmd *cobra.Command, usage string) {
	cmd.Flags().Var(t, "mcpu", usage+": "+strings.Join(arch.Names(), " or "))
	err := cmd.RegisterFlagCompletionFunc("mcpu", cobra.FixedCompletions(arch.Names(), cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic("BUG: completion of --mcpu: " + err.Error())
	}
}

// must returns an error if --mcpu was not given.
func (t *target) must(cmd *cobra.Command, why string) error {
	if t.chip != nil {
		return nil
	}
	return usagef("%s%s needs --mcpu; known are %s", cmd.CommandPath(), why, strings.Join(arch.Names(), ", "))
}
