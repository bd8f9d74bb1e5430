// A driver without a GPU, for tests: memory is the host's, PTX is not compiled, and a kernel does what its name says.
// FAKE_DRIVER names what is wrong with the machine: `none`, `broken`, `full`, `wrong` (sums are).
// A cubin is an ELF header of 64 bytes and text.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef unsigned long long address;
static int fault, spins;
static char *loaded;

static int is(const char *what) {
  const char *wrong = getenv("FAKE_DRIVER");
  return wrong && !strcmp(wrong, what);
}

// What every call that waits for the device does first.
static int wait_for_kernels(void) {
  if (spins) sleep(1000);
  return fault;
}

int cuInit(unsigned flags) { return is("broken") ? 803 : is("none") ? 100 : 0; }
int cuDriverGetVersion(int *version) { return *version = 13000, 0; }
int cuDeviceGetCount(int *count) { return *count = 1, 0; }
int cuDeviceGet(int *device, int ordinal) { return *device = ordinal, 0; }
int cuDeviceGetName(char *name, int len, int device) { return strncpy(name, "No GPU at all", len), 0; }
int cuDeviceTotalMem_v2(size_t *bytes, int device) { return *bytes = 1 << 30, 0; }
int cuDeviceGetAttribute(int *value, int which, int device) {
  *value = which == 75 ? 9 : which == 76 ? 0 : which == 16 ? 132 : which == 38 ? 60 << 20 : which == 97 ? 232448 : 1024;
  return 0;
}
int cuDevicePrimaryCtxRetain(void **context, int device) { return *context = &fault, 0; }
int cuDevicePrimaryCtxRelease_v2(int device) { return wait_for_kernels(); }
int cuDevicePrimaryCtxReset_v2(int device) { return fault = 0; }
int cuCtxSetCurrent(void *context) { return context != &fault; }
int cuGetErrorName(int error, const char **name) { return *name = error == 803 ? "MISMATCH" : "ERROR", 0; }

int cuMemGetInfo_v2(size_t *free, size_t *total) { return *free = 4096, *total = 1 << 30, 0; }
int cuMemAlloc_v2(address *at, size_t bytes) {
  if (fault) return fault;
  if (is("full") || bytes > 1 << 30) return 2;
  return *at = (address)aligned_alloc(512, (bytes + 511) / 512 * 512), 0;
}
int cuMemFree_v2(address at) { return wait_for_kernels() ? fault : (free((void *)at), 0); }
int cuMemsetD8Async(address at, unsigned char byte, size_t len, void *stream) {
  return fault ? fault : (memset((void *)at, byte, len), 0);
}
int cuMemcpyHtoD_v2(address to, const void *from, size_t len) {
  return wait_for_kernels() ? fault : (memcpy((void *)to, from, len), 0);
}
int cuMemcpyDtoH_v2(void *to, address from, size_t len) {
  return wait_for_kernels() ? fault : (memcpy(to, (void *)from, len), 0);
}
int cuMemcpyDtoDAsync_v2(address to, address from, size_t len, void *stream) {
  return fault ? fault : (memcpy((void *)to, (void *)from, len), 0);
}

int cuModuleLoadDataEx(void **module, const char *image, unsigned count, int *options, void **values) {
  if (fault) return fault;
  if (image[0] == 0x7f) image += 64;
  if (strstr(image, ".version 99")) return 222;
  if (strstr(image, "nonsense;")) {
    snprintf(values[0], (size_t)values[1], "ptxas: line 4: parsing error near 'nonsense'");
    return 218;
  }
  loaded = strdup(image);
  return *module = loaded, 0;
}
int cuModuleUnload(void *module) { return wait_for_kernels(); }
int cuModuleGetFunction(void **function, void *module, const char *name) {
  char entry[128];
  snprintf(entry, sizeof entry, ".entry %s(", name);
  return strstr(module, entry) ? (*function = strdup(name), 0) : 500;
}
int cuFuncSetAttribute(void *function, int which, int value) { return which == 8 && value <= 232448 ? 0 : 1; }
int cuFuncGetAttribute(int *value, int which, void *function) { return *value = 1024, which != 0; }

static int adds(const char *name) { return !strncmp(name, "vector_add", 10); }

// Pointers, and then one number.
int cuFuncGetParamInfo(const char *name, size_t at, size_t *offset, size_t *bytes) {
  size_t pointers = adds(name) ? 3 : 2;
  if (at > pointers) return 1;
  return *offset = 8 * at, *bytes = at < pointers ? 8 : 4, 0;
}

int cuLaunchKernel(const char *name, unsigned x, unsigned y, unsigned z, unsigned threads, unsigned b, unsigned c,
                   unsigned shared, void *stream, void **given, void **extra) {
  if (fault) return fault;
  if (extra || threads > 1024 || b != 1 || c != 1) return 1;
  if (adds(name)) {
    float *one = *(float **)given[0], *other = *(float **)given[1], *sums = *(float **)given[2];
    uint32_t n = *(uint32_t *)given[3];
    for (unsigned i = 0; i < n; i++) sums[i] = one[i] + other[i];
    if (is("wrong")) sums[n - 1] += 1;
    return 0;
  }
  uint32_t *from = *(uint32_t **)given[0], *to = *(uint32_t **)given[1], n = *(uint32_t *)given[2];
  if (!strcmp(name, "copy") || !strcmp(name, "through_shared")) {
    if (!strcmp(name, "through_shared") && shared < 4 * threads) return 1;
    for (unsigned i = 0; i < x * threads; i++) if (i < n) to[i] = from[i];
  } else if (!strcmp(name, "strays")) {
    to[n] = 0;
  } else if (!strcmp(name, "spins")) {
    spins = 1;
  } else {
    fault = !strcmp(name, "traps") ? 719 : !strcmp(name, "leaves_memory") ? 700 : 716;
  }
  return 0;
}

int cuEventCreate(void **event, unsigned flags) { return fault ? fault : (*event = malloc(1), 0); }
int cuEventRecord(void *event, void *stream) { return fault; }
int cuEventQuery(void *event) { return spins ? 600 : fault; }
int cuEventElapsedTime(float *milliseconds, void *from, void *to) { return *milliseconds = 0.25f, 0; }
int cuEventDestroy_v2(void *event) { return free(event), 0; }
