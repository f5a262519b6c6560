#!/usr/bin/env python3
"""Make Wave's kernels: the module that Wave hands to IREE, in generic form.

    python wave_inputs.py --out DIR [--only NAME] [--llvm]

needs wave-lang and torch (the CPU build is enough) in this Python's environment.
Each kernel is compiled for each chip to DIR/wave/CHIP/NAME/0.mlir, and beside it
0.json says how large its arguments are. With --llvm IREE's compiler goes on from
there, and the code object that it makes is put there, too, as 0.hsaco.
"""

import argparse
import contextlib
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import traceback

os.environ.setdefault("WAVE_CACHE_ON", "0")

import torch
import wave_lang.kernel.lang as tkl
import wave_lang.kernel.wave as tkw
from iree.compiler import ir
from wave_lang.kernel.lang.global_symbols import *
from wave_lang.kernel.wave import templates
from wave_lang.kernel.wave.compile import WaveCompileOptions, wave_compile
from wave_lang.kernel.wave.constraints import MMAType, ScaledMMAType
from wave_lang.kernel.wave.scheduling.schedule_enums import SchedulingType
from wave_lang.kernel.wave.templates import alibi_attention, conv, gemm
from wave_lang.kernel.wave.templates import moe, quantized_attention, reordered_gemm
from wave_lang.kernel.wave.templates import t5_rpe_attention, test_kernels, vanilla_attention
from wave_lang.kernel.wave.templates.attention_common import AttentionShape

CHIPS = ("gfx942", "gfx950")

M, N, K, B = tkl.sym.M, tkl.sym.N, tkl.sym.K, tkl.sym.B
ADDRESS_SPACE = tkl.sym.ADDRESS_SPACE
BLOCK_M, BLOCK_N, BLOCK_K = tkl.sym.BLOCK_M, tkl.sym.BLOCK_N, tkl.sym.BLOCK_K

# KERNELS are functions by name that give a kernel and options, and the chips it is for.
KERNELS = {}


def kernel(name, *args, chips=CHIPS, **keywords):
    """Adds a kernel: what is decorated makes it of the arguments."""

    def add(make):
        if name in KERNELS:
            raise ValueError(f"two kernels are called {name}")
        KERNELS[name] = lambda: make(*args, **keywords), chips
        return make

    return add


# --- products of matrices ---------------------------------------------------


def with_options(made, **options):
    """A template's (kernel, symbols, dynamic symbols) with options."""
    body, subs, *rest = made
    return body, dict(subs=subs, dynamic_symbols=rest[0] if rest else [], **options)


def product(shape, variant=MMAType.F32_16x16x16_F16, dynamic=False, dtype=torch.float16, block=None, waves=None, **options):
    return with_options(gemm.get_gemm_kernel(shape, dynamic, variant, dtype, block_shape=block, waves_per_block=waves), **options)


for _name, _args, _options in (
    ("gemm_f16_16", [(128, 256, 64)], {}),
    ("gemm_f16_32", [(128, 128, 64), MMAType.F32_32x32x8_F16], {}),
    ("gemm_f16_k8", [(128, 128, 64), MMAType.F32_16x16x32_K8_F16], {}),
    ("gemm_bf16", [(128, 128, 64)], {"dtype": torch.bfloat16}),
    ("gemm_odd", [(100, 72, 48)], {}),
    ("gemm_big_tile", [(256, 256, 128)], {"block": (128, 128, 32)}),
    ("gemm_prefetch", [(128, 128, 256)], {"schedule": SchedulingType.PREFETCH}),
    ("gemm_modulo", [(128, 128, 256)], {"schedule": SchedulingType.MODULO}),
    ("gemm_modulo_barriers", [(128, 128, 256)], {"schedule": SchedulingType.MODULO, "use_scheduling_barriers": True}),
    ("gemm_four_stage", [(128, 128, 512)], {"schedule": SchedulingType.FOUR_STAGE}),
    ("gemm_buffer", [(100, 128, 64)], {"use_buffer_ops": True}),
    ("gemm_to_lds", [(128, 128, 128)], {"use_global_to_shared": True}),
    ("gemm_dynamic", [(100, 200, 192)], {"dynamic": True}),
    ("gemm_dynamic_m", [(100, 128, 64)], {"dynamic": (True, False, False)}),
):
    kernel(_name, *_args, **_options)(product)


@kernel("gemm_transposed")
def gemm_transposed():
    return with_options(gemm.get_gemm_kernel_transpose_a_b((128, 128, 64), False, MMAType.F32_16x16x16_F16))


kernel("gemm_fp8_fnuz", MMAType.F32_16x16x32_F8, tkl.f8e4m3fnuz, tkl.f32, chips=["gfx942"])(lambda *args: direct_product(*args))
kernel("gemm_fp8", MMAType.F32_16x16x32_F8, tkl.f8e4m3fn, tkl.f32, chips=["gfx950"])(lambda *args: direct_product(*args))


@kernel("gemm_i8")
def gemm_i8():
    return direct_product(MMAType.I32_16x16x32_I8, tkl.i8, tkl.i32)


def direct_product(variant, element, result):
    """c = a * b'."""
    constraints = [
        tkw.WorkgroupConstraint(M, BLOCK_M, 0),
        tkw.WorkgroupConstraint(N, BLOCK_N, 1),
        tkw.TilingConstraint(K, BLOCK_K),
        tkw.WaveConstraint(M, BLOCK_M / 2),
        tkw.WaveConstraint(N, BLOCK_N / 2),
        tkw.HardwareConstraint(threads_per_wave=64, mma_type=variant),
    ]

    @tkw.wave(constraints)
    def product_of(
        a: tkl.Memory[M, K, ADDRESS_SPACE, element],
        b: tkl.Memory[N, K, ADDRESS_SPACE, element],
        c: tkl.Memory[M, N, GLOBAL_ADDRESS_SPACE, result],
    ):
        zero = tkl.Register[M, N, result](0.0 if result is tkl.f32 else 0)

        @tkw.iterate(K, init_args=[zero])
        def repeat(acc: tkl.Register[M, N, result]) -> tkl.Register[M, N, result]:
            return tkw.mma(tkw.read(a), tkw.read(b), acc)

        tkw.write(repeat, c)

    return product_of, dict(subs={M: 128, N: 128, K: 128, BLOCK_M: 64, BLOCK_N: 64, BLOCK_K: 64, ADDRESS_SPACE: SHARED_ADDRESS_SPACE})


@kernel("batched_gemm")
def batched_gemm():
    BLOCK_B = tkl.sym.BLOCK_B
    constraints = [
        tkw.WorkgroupConstraint(M, BLOCK_M, 0),
        tkw.WorkgroupConstraint(N, BLOCK_N, 1),
        tkw.WorkgroupConstraint(B, BLOCK_B, 2),
        tkw.TilingConstraint(K, BLOCK_K),
        tkw.WaveConstraint(M, BLOCK_M / 2),
        tkw.WaveConstraint(N, BLOCK_N / 2),
        tkw.HardwareConstraint(threads_per_wave=64, mma_type=MMAType.F32_16x16x16_F16, vector_shapes={B: 0}),
    ]

    @tkw.wave(constraints)
    def batched(
        a: tkl.Memory[B, M, K, ADDRESS_SPACE, tkl.f16],
        b: tkl.Memory[B, N, K, ADDRESS_SPACE, tkl.f16],
        c: tkl.Memory[B, M, N, GLOBAL_ADDRESS_SPACE, tkl.f32],
    ):
        zero = tkl.Register[B, M, N, tkl.f32](0.0)

        @tkw.iterate(K, init_args=[zero])
        def repeat(acc: tkl.Register[B, M, N, tkl.f32]) -> tkl.Register[B, M, N, tkl.f32]:
            return tkw.mma(tkw.read(a), tkw.read(b), acc)

        tkw.write(repeat, c)

    return batched, dict(subs={B: 3, M: 64, N: 64, K: 64, BLOCK_B: 1, BLOCK_M: 32, BLOCK_N: 32, BLOCK_K: 32, ADDRESS_SPACE: SHARED_ADDRESS_SPACE})


@kernel("reordered_gemm")
def reordered():
    return with_options(reordered_gemm.get_reordered_matmul(512, 256, 64, 128, 64, 32, 4, MMAType.F32_16x16x16_F16))


@kernel("moe_gemm")
def moe_gemm():
    return with_options(moe.get_gemm_kernel(64, 128, 96, MMAType.F32_16x16x16_F16, tkl.f16))


@kernel("silu_and_mul")
def silu_and_mul():
    return with_options(moe.get_silu_and_mul_kernel(64, 256, tkl.f16))


@kernel("gemm_scheduled")
def scheduled():
    body, schedule, options = test_kernels.get_gemm_prefetch_kernel_and_schedule((128, 128, 128))
    return body, options, schedule


@kernel("mxfp4_gemm", chips=["gfx950"])
def mxfp4():
    return with_options(test_kernels.get_broadcasted_scale_gemm_mxfp4((64, 64, 512), ScaledMMAType.F32_16x16x128_F8F6F4))


@kernel("scaled_add")
def scaled_add():
    return with_options(test_kernels.get_broadcast_scaled_add((16, 512)))


for _name, _layout, _stride in (("conv_nhwc", "nhwc_hwcf", 1), ("conv_nchw", "nchw_fchw", 1), ("conv_stride", "nhwc_hwcf", 2)):

    @kernel(_name, _layout, _stride)
    def convolution(layout, stride):
        return with_options(
            conv.get_igemm_conv2d(layout=layout, n=1, h=17, w=17, c=32, hf=3, wf=3, nf=64, stride=stride, input_dtype=tkl.f16, output_dtype=tkl.f32)
        )


# --- attention --------------------------------------------------------------

PAIR = (MMAType.F32_16x16x16_F16, MMAType.F32_16x16x16_F16)
WIDE = (MMAType.F32_32x32x8_F16, MMAType.F32_32x32x8_F16)
LONG = (MMAType.F32_16x16x32_K8_F16, MMAType.F32_16x16x16_F16)


def heads(batch=1, q=128, kv=128, n=4, nkv=None, size=64, **more):
    return AttentionShape(num_query_heads=n, num_kv_heads=nkv or n, query_seq_len=q, head_size_kv=size, head_size=size, kv_seq_len=kv, batch_size=batch, **more)


for _name, _variant, _keywords, _options in (
    ("attention", PAIR, {}, {}),
    ("attention_32", WIDE, {}, {}),
    ("attention_k8", LONG, {}, {}),
    ("attention_causal", PAIR, {"is_causal": True}, {}),
    ("attention_window", PAIR, {"is_causal": True, "sliding_window_size": 96}, {}),
    ("attention_v_transposed", PAIR, {"is_v_transposed": True}, {}),
    ("attention_buffer", PAIR, {}, {"use_buffer_ops": True}),
):

    @kernel(_name, _variant, _keywords, _options)
    def attention(variant, keywords, options):
        return with_options(vanilla_attention.get_vanilla_attention_kernel(heads(), variant, False, **keywords), **options)


@kernel("attention_dynamic")
def attention_dynamic():
    return with_options(vanilla_attention.get_vanilla_attention_kernel(heads(), PAIR, True))


for _name, _causal in (("attention_bshd", False), ("attention_bshd_causal", True)):

    @kernel(_name, _causal)
    def bshd(causal):
        return with_options(vanilla_attention.get_bshd_attention_kernel(heads(), PAIR, False, is_causal=causal))


@kernel("attention_bhsd")
def bhsd():
    return with_options(vanilla_attention.get_bhsd_attention_kernel(heads(), PAIR, False))


@kernel("attention_alibi")
def alibi():
    return with_options(alibi_attention.get_alibi_attention_kernel(heads(), PAIR, False))


@kernel("attention_t5")
def t5():
    return with_options(t5_rpe_attention.get_t5_rpe_attention_kernel(heads(), PAIR, False, 30))


for _name, _type, _chips in (("attention_fp8_fnuz", torch.float8_e4m3fnuz, ["gfx942"]), ("attention_fp8", torch.float8_e4m3fn, ["gfx950"])):

    @kernel(_name, _type, chips=_chips)
    def fp8(element):
        variants = (MMAType.F32_16x16x32_F8, MMAType.F32_16x16x32_K4_F8)
        return with_options(quantized_attention.get_brevitas_pertensor_fp8_attention_kernel(heads(), variants, torch.float16, element))


# --- a line each ------------------------------------------------------------

BN = 256


def rows(extra=(), waves=1):
    """Constraints of a kernel in which a wave has a row of BN elements."""
    return [
        tkw.HardwareConstraint(threads_per_wave=64, vector_shapes={M: 1, N: BLOCK_N}),
        tkw.WorkgroupConstraint(M, 1, 1),
        tkw.WorkgroupConstraint(N, BLOCK_N, 0),
        tkw.WaveConstraint(M, 1),
        tkw.WaveConstraint(N, BLOCK_N / waves),
        *extra,
    ]


def elementwise(f, element=tkl.f32, result=None, inputs=1, shape=(8, 512)):
    result = result or element
    if inputs == 1:

        @tkw.wave(rows())
        def map_rows(a: tkl.Memory[M, N, GLOBAL_ADDRESS_SPACE, element], c: tkl.Memory[M, N, GLOBAL_ADDRESS_SPACE, result]):
            tkw.write(f(tkw.read(a)), c)

    else:

        @tkw.wave(rows())
        def map_rows(
            a: tkl.Memory[M, N, GLOBAL_ADDRESS_SPACE, element],
            b: tkl.Memory[M, N, GLOBAL_ADDRESS_SPACE, element],
            c: tkl.Memory[M, N, GLOBAL_ADDRESS_SPACE, result],
        ):
            tkw.write(f(tkw.read(a), tkw.read(b)), c)

    return map_rows, dict(subs={M: shape[0], N: shape[1], BLOCK_N: BN})


for _name, _f, _keywords in (
    ("copy_f16", lambda x: x, {"element": tkl.f16}),
    ("copy_odd", lambda x: x, {"shape": (7, 301)}),
    ("add_f32", lambda x, y: x + y, {"inputs": 2}),
    ("mul_sub_f16", lambda x, y: x * y - y, {"inputs": 2, "element": tkl.f16}),
    ("divide_f32", lambda x, y: x / y, {"inputs": 2}),
    ("exp2_f32", lambda x: tkw.exp2(x), {}),
    ("exp_f32", lambda x: tkw.exp(x), {}),
    ("log2_f32", lambda x: tkw.log2(tkw.abs(x)), {}),
    ("tanh_f32", lambda x: tkw.tanh(x), {}),
    ("sin_cos_f32", lambda x: tkw.sin(x) + tkw.cos(x), {}),
    ("rsqrt_f32", lambda x: tkw.rsqrt(tkw.abs(x)), {}),
    ("reciprocal_f32", lambda x: tkw.reciprocal(x), {}),
    ("round_f32", lambda x: tkw.round(x) + tkw.roundeven(x), {}),
    ("max_min_f32", lambda x, y: tkw.maximum(x, y) - tkw.minimum(x, y), {"inputs": 2}),
    ("select_i32", lambda x, y: tkw.select(x < y, x, y), {"inputs": 2, "element": tkl.i32}),
    ("powf_f32", lambda x, y: tkw.powf(tkw.abs(x), y), {"inputs": 2}),
    ("cast_f32_f16", lambda x: tkw.cast(x, tkl.f16), {"result": tkl.f16}),
    ("cast_i32_f32", lambda x: tkw.cast(x, tkl.f32), {"element": tkl.i32, "result": tkl.f32}),
    ("cast_f32_fp8", lambda x: tkw.cast(x, tkl.f8e4m3fnuz), {"result": tkl.f8e4m3fnuz}),
):
    kernel(_name, _f, **_keywords)(elementwise)


def reduction(combine, element=tkl.f32, result=None, n=1024, m=16):
    """combine of the rows, BN elements a step."""
    result = result or element
    constraints = [
        tkw.HardwareConstraint(threads_per_wave=64, vector_shapes={M: 1, N: BLOCK_N}),
        tkw.WorkgroupConstraint(M, 1, 1),
        tkw.WorkgroupConstraint(N, N, 0),
        tkw.TilingConstraint(N, BLOCK_N),
        tkw.WaveConstraint(M, 1),
        tkw.WaveConstraint(N, N),
    ]

    @tkw.wave(constraints)
    def reduce_rows(a: tkl.Memory[M, N, GLOBAL_ADDRESS_SPACE, element], c: tkl.Memory[M, GLOBAL_ADDRESS_SPACE, element]):
        start = tkl.Register[M, element](0.0)

        @tkw.iterate(N, init_args=[start])
        def repeat(acc: tkl.Register[M, element]) -> tkl.Register[M, element]:
            return combine(tkw.read(a), acc, dim=N)

        tkw.write(repeat, c)

    return reduce_rows, dict(subs={M: m, N: n, BLOCK_N: BN})


kernel("sum_rows_f32", tkw.sum)(reduction)
kernel("max_rows_f32", tkw.max)(reduction)
kernel("sum_rows_f16", tkw.sum, element=tkl.f16)(reduction)


def single(body, element=tkl.f32, n=256, m=16, block=None, waves=1):
    """A kernel of (input, output) rows that fit one workgroup."""

    @tkw.wave(
        [
            tkw.HardwareConstraint(threads_per_wave=64, vector_shapes={M: 1, N: BLOCK_N}),
            tkw.WorkgroupConstraint(M, 1, 1),
            tkw.WorkgroupConstraint(N, BLOCK_N, 0),
            tkw.WaveConstraint(M, 1),
            tkw.WaveConstraint(N, BLOCK_N / waves),
        ]
    )
    def rows_of(a: tkl.Memory[M, N, GLOBAL_ADDRESS_SPACE, element], c: tkl.Memory[M, N, GLOBAL_ADDRESS_SPACE, element]):
        tkw.write(body(tkw.read(a)), c)

    return rows_of, dict(subs={M: m, N: n, BLOCK_N: block or n})


def softmax_rows(x):
    e = tkw.exp2(x - tkw.broadcast(tkw.max(x, dim=N), target_shape=[M, N]))
    return e / tkw.broadcast(tkw.sum(e, dim=N), target_shape=[M, N])


def rms_rows(x):
    mean = tkw.sum(x * x, dim=N) * tkl.Register[M, tkl.f32](1.0 / 256)
    return x * tkw.broadcast(tkw.rsqrt(mean + tkl.Register[M, tkl.f32](1.0e-5)), target_shape=[M, N])


kernel("softmax", softmax_rows)(single)
kernel("rmsnorm", rms_rows)(single)
kernel("cumsum_f32", lambda x: tkw.cumsum(x, dim=N))(single)
kernel("cumsum_i32", lambda x: tkw.cumsum(x, dim=N), element=tkl.i32, n=64)(single)


@kernel("transpose")
def transpose():
    i, j = tkw.IndexMapping.iterator(0), tkw.IndexMapping.iterator(1)
    mapping = tkw.IndexMapping(num_iterators=2, inputs={N: i, M: j}, outputs={N: i, M: j})

    @tkw.wave(
        [
            tkw.HardwareConstraint(threads_per_wave=64, vector_shapes={N: 1, M: BLOCK_M}),
            tkw.WorkgroupConstraint(N, 1, 1),
            tkw.WorkgroupConstraint(M, BLOCK_M, 0),
            tkw.WaveConstraint(N, 1),
            tkw.WaveConstraint(M, BLOCK_M),
        ]
    )
    def transposed(a: tkl.Memory[M, N, GLOBAL_ADDRESS_SPACE, tkl.f16], c: tkl.Memory[N, M, GLOBAL_ADDRESS_SPACE, tkl.f16]):
        tkw.write(tkw.read(a, mapping=mapping), c)

    return transposed, dict(subs={M: 128, N: 48, BLOCK_M: 64})


@kernel("gather")
def gather():
    i, j = tkw.IndexMapping.iterator(0), tkw.IndexMapping.iterator(1)
    row = tkw.IndexMapping.dynamic_val(0)
    mapping = tkw.IndexMapping(num_iterators=2, inputs={M: row, N: j}, outputs={M: i, N: j}, dynamic_val_mappings={M: i, N: j})

    @tkw.wave(rows())
    def gathered(
        a: tkl.Memory[M, N, GLOBAL_ADDRESS_SPACE, tkl.f16],
        at: tkl.Memory[M, N, GLOBAL_ADDRESS_SPACE, tkl.i32],
        c: tkl.Memory[M, N, GLOBAL_ADDRESS_SPACE, tkl.f16],
    ):
        tkw.write(tkw.read(a, mapping=mapping, mapping_dynamic_vals=(tkw.read(at),)), c)

    return gathered, dict(subs={M: 8, N: 256, BLOCK_N: 256})


# ----------------------------------------------------------------------------


def generic(text):
    """The module in generic form."""
    with ir.Context() as context:
        context.allow_unregistered_dialects = True
        return ir.Module.parse(text).operation.get_asm(print_generic_op_form=True)


# Sizes of dynamic kernels, in the order of their symbols, and fills of arguments.
NUMBERS = {"gemm_dynamic": [100, 200, 192], "gemm_dynamic_m": [100], "attention_dynamic": [128, 64, 4, 128]}
FILLS = {"select_i32": {"0": "bits", "1": "bits"}}

BYTES = {"f64": 8, "i64": 8, "f32": 4, "i32": 4, "f16": 2, "bf16": 2}


def launch(name, text):
    """What the test cannot guess of a launch: the sizes are those that the host's
    side gives its tensors."""
    about = {}
    if name in NUMBERS:
        about = {"numbers": NUMBERS[name], "workload": NUMBERS[name]}
    for i, tensor in enumerate(re.findall(r'"hal.tensor.import".*?target_encoding = tensor<([^>]*)>', text)):
        *sizes, element = tensor.split("x")
        if "?" not in tensor:
            size = BYTES.get(element, 1)
            for n in sizes:
                size *= int(n)
            about.setdefault("bytes", {})[str(i)] = size
    if name in FILLS:
        about["fill"] = FILLS[name]
    return json.dumps(about)


def make(name, chip):
    body, options, *schedule = KERNELS[name][0]()
    if not isinstance(options, WaveCompileOptions):
        options = WaveCompileOptions(compile_to_mlir=True, **options)
    options.target = chip
    with contextlib.redirect_stdout(io.StringIO()):  # Wave prints its graph when it fails
        return wave_compile(options, body, *schedule).asm


def code_object(asm, chip, file):
    """What IREE's compiler makes of a module: LLVM's code."""
    with tempfile.TemporaryDirectory() as tmp:
        (pathlib.Path(tmp) / "in.mlir").write_text(asm)
        compiler = pathlib.Path(sys.executable).parent / "iree-compile"
        done = subprocess.run(
            [compiler, f"{tmp}/in.mlir", "--iree-hal-target-device=hip", f"--iree-hip-target={chip}", f"--iree-hal-dump-executable-binaries-to={tmp}/bin", "-o", os.devnull],
            capture_output=True,
            text=True,
        )
        made = list(pathlib.Path(tmp, "bin").glob("*.hsaco"))
        if done.returncode or len(made) != 1:
            return (done.stderr.splitlines() or ["no code object"])[0]
        file.write_bytes(made[0].read_bytes())
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, required=True, help="directory for the modules")
    parser.add_argument("--only", help="make this kernel only")
    parser.add_argument("--llvm", action="store_true", help="also make IREE's code objects")
    parser.add_argument("--trace", action="store_true", help="show where a compiler failed")
    args = parser.parse_args()
    made = {chip: 0 for chip in CHIPS}
    for name in KERNELS:
        if args.only and name != args.only:
            continue
        for chip in KERNELS[name][1]:
            try:
                asm = make(name, chip)
                text = generic(asm)
            except Exception as e:
                print(f"{name} {chip}: Wave: {type(e).__name__}: {str(e).splitlines()[0] if str(e) else ''}", flush=True)
                if args.trace:
                    traceback.print_exc()
                continue
            place = args.out / "wave" / chip / name
            place.mkdir(parents=True, exist_ok=True)
            (place / "0.mlir").write_text(text)
            (place / "0.json").write_text(launch(name, text))
            made[chip] += 1
            if args.llvm and (e := code_object(asm, chip, place / "0.hsaco")):
                print(f"{name} {chip}: iree-compile: {e}", flush=True)
    print(", ".join(f"{n} kernels for {chip}" for chip, n in made.items()))


if __name__ == "__main__":
    main()
