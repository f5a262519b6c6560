package main

import "github.com/spf13/cobra"

// completed lets shells complete the values of a flag.
func completed(cmd *cobra.Command, flag string, values []string) {
	if err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic("BUG: completion of --" + flag + ": " + err.Error())
	}
}
