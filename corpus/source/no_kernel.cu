// A file of plain CUDA: it has no tile kernel.
__global__ void plain(int* o) { o[0] = 1; }
