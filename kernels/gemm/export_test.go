package gemm

// Plain is the configuration with results stored in the layout of the matrix instructions.
func (c Config) Plain() Config {
	c.plain = true
	return c
}
