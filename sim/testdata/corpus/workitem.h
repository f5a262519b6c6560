// The work-item functions of OpenCL for code object v5. Those of libclc-22 read
// the implicit arguments as an older version lays them out: its global offset
// is v5's number of workgroups in y.
#define WORKITEM static

WORKITEM uint xyz(uint x, uint y, uint z, uint d) { return d == 0 ? x : d == 1 ? y : z; }
WORKITEM constant char *implicit_args(void) { return (constant char *)__builtin_amdgcn_implicitarg_ptr(); }

WORKITEM size_t wi_local_id(uint d) {
  return xyz(__builtin_amdgcn_workitem_id_x(), __builtin_amdgcn_workitem_id_y(), __builtin_amdgcn_workitem_id_z(), d);
}
WORKITEM size_t wi_group_id(uint d) {
  return xyz(__builtin_amdgcn_workgroup_id_x(), __builtin_amdgcn_workgroup_id_y(), __builtin_amdgcn_workgroup_id_z(), d);
}
WORKITEM size_t wi_global_size(uint d) {
  return xyz(__builtin_amdgcn_grid_size_x(), __builtin_amdgcn_grid_size_y(), __builtin_amdgcn_grid_size_z(), d);
}
WORKITEM size_t wi_enqueued_local_size(uint d) {
  return xyz(__builtin_amdgcn_workgroup_size_x(), __builtin_amdgcn_workgroup_size_y(), __builtin_amdgcn_workgroup_size_z(), d);
}
// The size of this workgroup: the remainder behind the whole ones.
WORKITEM size_t wi_local_size(uint d) {
  return wi_group_id(d) < ((constant uint *)implicit_args())[d] ? wi_enqueued_local_size(d) : ((constant ushort *)implicit_args())[9 + d];
}
WORKITEM size_t wi_num_groups(uint d) {
  return ((constant uint *)implicit_args())[d] + (((constant ushort *)implicit_args())[9 + d] != 0);
}
WORKITEM size_t wi_global_offset(uint d) { return ((constant ulong *)implicit_args())[5 + d]; }
WORKITEM size_t wi_global_id(uint d) { return wi_group_id(d) * wi_enqueued_local_size(d) + wi_local_id(d) + wi_global_offset(d); }
WORKITEM uint wi_work_dim(void) { return ((constant ushort *)implicit_args())[32]; }

#define get_local_id wi_local_id
#define get_group_id wi_group_id
#define get_global_size wi_global_size
#define get_local_size wi_local_size
#define get_enqueued_local_size wi_enqueued_local_size
#define get_num_groups wi_num_groups
#define get_global_offset wi_global_offset
#define get_global_id wi_global_id
#define get_work_dim wi_work_dim
