/* A driver that prints each call and launches nothing. The program that is linked with it says how large the arguments are, and what the
   device is. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cuda.h"

/* Bytes of each argument, up to a zero; what the device is; whether maps are taken. */
extern const int argument_bytes[];
extern int capability, multiprocessors, takes_maps;

static int loaded;

CUresult cuCtxGetDevice(CUdevice* device) {
  *device = 0;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  (void)device;
  *value = attribute == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT ? multiprocessors
           : attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR ? capability / 10 : capability % 10;
  return CUDA_SUCCESS;
}

CUresult cuLibraryLoadData(CUlibrary* library, const void* code, CUjit_option* options, void** values, unsigned count,
                           CUlibraryOption* library_options, void** library_values, unsigned library_count) {
  (void)options, (void)values, (void)library_options, (void)library_values;
  *library = (CUlibrary)(uintptr_t)++loaded;
  printf("load %s, %u options\n", strstr((const char*)code, ".version") ? "PTX" : "something else", count + library_count);
  return CUDA_SUCCESS;
}

CUresult cuLibraryGetKernel(CUkernel* kernel, CUlibrary library, const char* name) {
  *kernel = (CUkernel)library;
  printf("kernel %s\n", name);
  return CUDA_SUCCESS;
}

CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel, CUdevice device) {
  (void)attribute, (void)kernel;
  printf("shared %d on device %d\n", value, device);
  return CUDA_SUCCESS;
}

CUresult cuMemAllocAsync(CUdeviceptr* address, size_t bytes, CUstream stream) {
  (void)stream;
  *address = 0x7000;
  printf("allocate %zu\n", bytes);
  return CUDA_SUCCESS;
}

CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream) {
  (void)stream;
  printf("free %llx\n", address);
  return CUDA_SUCCESS;
}

CUresult cuTensorMapEncodeTiled(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank, void* address, const cuuint64_t* extents,
                                const cuuint64_t* strides, const cuuint32_t* box, const cuuint32_t* steps, CUtensorMapInterleave interleave,
                                CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
  static uint64_t made = 0;
  cuuint32_t at;
  if (!takes_maps) return CUDA_ERROR_INVALID_VALUE;
  memset(map, 0, sizeof *map);
  map->opaque[0] = 1000 + made++;
  printf("map %" PRIu64 " type %d at %" PRIxPTR " extents", map->opaque[0], (int)type, (uintptr_t)address);
  for (at = 0; at < rank; at++) printf(" %" PRIu64, extents[at]);
  printf(" strides");
  for (at = 0; at + 1 < rank; at++) printf(" %" PRIu64, strides[at]);
  printf(" box");
  for (at = 0; at < rank; at++) printf(" %u/%u", box[at], steps[at]);
  printf(" modes %d %d %d %d, aligned %d\n", (int)interleave, (int)swizzle, (int)promotion, (int)fill, (uintptr_t)map % 64 == 0);
  return CUDA_SUCCESS;
}

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y,
                        unsigned block_z, unsigned shared, CUstream stream, void** arguments, void** extra) {
  int at;
  (void)function, (void)extra;
  printf("launch %u %u %u block %u %u %u shared %u stream %" PRIxPTR " arguments", grid_x, grid_y, grid_z, block_x, block_y, block_z, shared,
         (uintptr_t)stream);
  for (at = 0; argument_bytes[at] != 0; at++) {
    uint64_t value = 0;
    memcpy(&value, arguments[at], argument_bytes[at] > 8 ? 8 : (size_t)argument_bytes[at]);
    printf(" %" PRIx64, value);
  }
  printf("\n");
  return CUDA_SUCCESS;
}
