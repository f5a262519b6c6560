package num

// otherNames are the names of types in C, numpy, PyTorch, MLIR and the formats' specifications.
var otherNames = map[string]string{
	"float64": "f64", "double": "f64", "fp64": "f64",
	"float32": "f32", "float": "f32", "fp32": "f32", "single": "f32",
	"float16": "f16", "half": "f16", "fp16": "f16",
	"bfloat16": "bf16", "bfloat": "bf16",
	"float8": "fp8", "float8_e4m3fn": "fp8", "e4m3": "fp8", "e4m3fn": "fp8", "f8e4m3fn": "fp8", "fp8_e4m3": "fp8", "fp8e4nv": "fp8",
	"float8_e5m2": "bf8", "e5m2": "bf8", "f8e5m2": "bf8", "fp8_e5m2": "bf8", "fp8e5": "bf8",
	"float8_e4m3fnuz": "fp8fnuz", "e4m3fnuz": "fp8fnuz", "f8e4m3fnuz": "fp8fnuz", "fp8e4b8": "fp8fnuz",
	"float8_e5m2fnuz": "bf8fnuz", "e5m2fnuz": "bf8fnuz", "f8e5m2fnuz": "bf8fnuz", "fp8e5b16": "bf8fnuz",
	"float8_e8m0fnu": "e8m0", "f8e8m0fnu": "e8m0", "e8m0fnu": "e8m0",
	"float6_e2m3fn": "fp6", "e2m3": "fp6", "f6e2m3fn": "fp6", "float6_e3m2fn": "bf6", "e3m2": "bf6", "f6e3m2fn": "bf6",
	"float4": "fp4", "float4_e2m1fn": "fp4", "e2m1": "fp4", "f4e2m1fn": "fp4",
	"int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64", "int": "i32", "long": "i64", "short": "i16", "char": "i8",
	"uint8": "u8", "uint16": "u16", "uint32": "u32", "uint64": "u64", "uint": "u32", "byte": "u8",
}

// TypeName is our name of a type that others call otherwise, in small letters; other names stay as
// they are.
func TypeName(name string) string {
	if ours, ok := otherNames[name]; ok {
		return ours
	}
	return name
}
