struct node { int key; struct node *left, *right; char pad[40]; };

__attribute__((noinline)) static int walk(struct node *n) {
  int s = 0;
  while (n) {
    s += n->key;
    n = s & 1 ? n->left : n->right;
  }
  return s;
}

kernel void tree(global int *out, int k) {
  struct node nodes[16];
  for (int i = 0; i < 16; i++) {
    nodes[i].key = out[i];
    nodes[i].left = i * 2 + 1 < 16 ? &nodes[i * 2 + 1] : 0;
    nodes[i].right = i * 2 + 2 < 16 ? &nodes[i * 2 + 2] : 0;
    nodes[i].pad[k % 40] = i;
  }
  out[0] = walk(&nodes[k & 15]) + nodes[k & 7].pad[3];
}
