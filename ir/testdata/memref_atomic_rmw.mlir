// Every kind of atomic access.
"builtin.module"() ({
  "func.func"() <{function_type = (index, f32, i32, memref<4xf32>, memref<i32, 3>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: f32, %arg2: i32, %arg3: memref<4xf32>, %arg4: memref<i32, 3>):
    %0 = "memref.atomic_rmw"(%arg1, %arg3, %arg0) <{kind = 0 : i64}> : (f32, memref<4xf32>, index) -> f32
    %1 = "memref.atomic_rmw"(%arg1, %arg3, %arg0) <{kind = 3 : i64}> : (f32, memref<4xf32>, index) -> f32
    %2 = "memref.atomic_rmw"(%arg1, %arg3, %arg0) <{kind = 4 : i64}> : (f32, memref<4xf32>, index) -> f32
    %3 = "memref.atomic_rmw"(%arg1, %arg3, %arg0) <{kind = 5 : i64}> : (f32, memref<4xf32>, index) -> f32
    %4 = "memref.atomic_rmw"(%arg1, %arg3, %arg0) <{kind = 8 : i64}> : (f32, memref<4xf32>, index) -> f32
    %5 = "memref.atomic_rmw"(%arg1, %arg3, %arg0) <{kind = 9 : i64}> : (f32, memref<4xf32>, index) -> f32
    %6 = "memref.atomic_rmw"(%arg1, %arg3, %arg0) <{kind = 12 : i64}> : (f32, memref<4xf32>, index) -> f32
    %7 = "memref.atomic_rmw"(%arg2, %arg4) <{kind = 1 : i64}> : (i32, memref<i32, 3>) -> i32
    %8 = "memref.atomic_rmw"(%arg2, %arg4) <{kind = 2 : i64}> : (i32, memref<i32, 3>) -> i32
    %9 = "memref.atomic_rmw"(%arg2, %arg4) <{kind = 3 : i64}> : (i32, memref<i32, 3>) -> i32
    %10 = "memref.atomic_rmw"(%arg2, %arg4) <{kind = 6 : i64}> : (i32, memref<i32, 3>) -> i32
    %11 = "memref.atomic_rmw"(%arg2, %arg4) <{kind = 7 : i64}> : (i32, memref<i32, 3>) -> i32
    %12 = "memref.atomic_rmw"(%arg2, %arg4) <{kind = 10 : i64}> : (i32, memref<i32, 3>) -> i32
    %13 = "memref.atomic_rmw"(%arg2, %arg4) <{kind = 11 : i64}> : (i32, memref<i32, 3>) -> i32
    %14 = "memref.atomic_rmw"(%arg2, %arg4) <{kind = 13 : i64}> : (i32, memref<i32, 3>) -> i32
    %15 = "memref.atomic_rmw"(%arg2, %arg4) <{kind = 14 : i64}> : (i32, memref<i32, 3>) -> i32
    %16 = "memref.atomic_rmw"(%arg2, %arg4) <{kind = 15 : i64}> : (i32, memref<i32, 3>) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
