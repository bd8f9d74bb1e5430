#ifndef TILEPROOF_LAUNCHER_1
#define TILEPROOF_LAUNCHER_1

#include <cuda.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The result of a launch. `clause` is the first clause that the launch breaks: nothing was launched then. `cuda` is the first error of
   the driver. `variant` names the version of the code that was launched. */
typedef struct tileproof_status {
  CUresult cuda;
  const char* clause;
  const char* variant;
} tileproof_status;

/* Whether a status is a success. */
static inline int tileproof_is_launched(tileproof_status status) { return status.clause == NULL && status.cuda == CUDA_SUCCESS; }

/* Integers of 128 bits. A result that needs more bits is not exact, and no condition about it holds. */
__extension__ typedef __int128 tileproof_integer;
typedef struct tileproof_number { tileproof_integer value; int exact; } tileproof_number;

static inline tileproof_number tileproof_of(tileproof_integer value, int exact) {
  tileproof_number number;
  number.value = value;
  number.exact = exact;
  return number;
}
static inline tileproof_number tileproof_n(tileproof_integer value) { return tileproof_of(value, 1); }
static inline tileproof_number tileproof_add(tileproof_number a, tileproof_number b) {
  tileproof_integer r;
  int over = __builtin_add_overflow(a.value, b.value, &r);
  return tileproof_of(r, a.exact && b.exact && !over);
}
static inline tileproof_number tileproof_sub(tileproof_number a, tileproof_number b) {
  tileproof_integer r;
  int over = __builtin_sub_overflow(a.value, b.value, &r);
  return tileproof_of(r, a.exact && b.exact && !over);
}
static inline tileproof_number tileproof_mul(tileproof_number a, tileproof_number b) {
  tileproof_integer r;
  int over = __builtin_mul_overflow(a.value, b.value, &r);
  return tileproof_of(r, a.exact && b.exact && !over);
}
static inline tileproof_number tileproof_neg(tileproof_number a) { return tileproof_sub(tileproof_n(0), a); }
/* Division rounds down. */
static inline tileproof_number tileproof_div(tileproof_number a, tileproof_number b) {
  tileproof_integer q;
  if (b.value == 0) return tileproof_of(0, 0);
  if (b.value == -1) return tileproof_sub(tileproof_of(0, b.exact), a);
  q = a.value / b.value;
  if (a.value % b.value != 0 && (a.value < 0) != (b.value < 0)) --q;
  return tileproof_of(q, a.exact && b.exact);
}
static inline tileproof_number tileproof_mod(tileproof_number a, tileproof_number b) {
  return tileproof_sub(a, tileproof_mul(tileproof_div(a, b), b));
}
static inline tileproof_number tileproof_cdiv(tileproof_number a, tileproof_number b) {
  return tileproof_neg(tileproof_div(tileproof_neg(a), b));
}
static inline tileproof_number tileproof_min(tileproof_number a, tileproof_number b) {
  return tileproof_of(a.value < b.value ? a.value : b.value, a.exact && b.exact);
}
static inline tileproof_number tileproof_max(tileproof_number a, tileproof_number b) {
  return tileproof_of(a.value < b.value ? b.value : a.value, a.exact && b.exact);
}
static inline int tileproof_eq(tileproof_number a, tileproof_number b) { return a.exact && b.exact && a.value == b.value; }
static inline int tileproof_ne(tileproof_number a, tileproof_number b) { return a.exact && b.exact && a.value != b.value; }
static inline int tileproof_lt(tileproof_number a, tileproof_number b) { return a.exact && b.exact && a.value < b.value; }
static inline int tileproof_le(tileproof_number a, tileproof_number b) { return a.exact && b.exact && a.value <= b.value; }

/* One version of a kernel's code. The driver loads it once for all contexts; `devices` are the devices that know its shared memory. */
typedef struct tileproof_code {
  const char* ptx;
  const char* entry;
  unsigned threads, shared;
  CUlibrary library;
  CUkernel kernel;
  uint64_t devices;
  int lock;
} tileproof_code;

static inline CUresult tileproof_load_locked(tileproof_code* code, CUdevice device) {
  CUresult result;
  uint64_t bit = (uint64_t)1 << (device & 63);
  if (code->kernel == NULL) {
    result = cuLibraryLoadData(&code->library, code->ptx, NULL, NULL, 0, NULL, NULL, 0);
    if (result == CUDA_SUCCESS) result = cuLibraryGetKernel(&code->kernel, code->library, code->entry);
    if (result != CUDA_SUCCESS) return result;
  }
  if ((code->devices & bit) == 0 || device > 63) {
    result = cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, (int)code->shared, code->kernel, device);
    if (result != CUDA_SUCCESS) return result;
    code->devices |= bit;
  }
  return CUDA_SUCCESS;
}
/* Loads a version for a device. Several threads may call it at once. */
static inline CUresult tileproof_load(tileproof_code* code, CUdevice device) {
  CUresult result;
  while (__atomic_exchange_n(&code->lock, 1, __ATOMIC_ACQUIRE)) {
  }
  result = tileproof_load_locked(code, device);
  __atomic_store_n(&code->lock, 0, __ATOMIC_RELEASE);
  return result;
}

/* Facts about a device: the capability as in 90, and the number of multiprocessors. */
static inline CUresult tileproof_device(CUdevice device, int* capability, int* multiprocessors) {
  int major = 0, minor = 0;
  CUresult result = cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
  if (result == CUDA_SUCCESS) result = cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
  if (result == CUDA_SUCCESS) result = cuDeviceGetAttribute(multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device);
  *capability = 10 * major + minor;
  return result;
}

static inline tileproof_status tileproof_done(CUresult cuda, const char* clause, const char* variant) {
  tileproof_status status;
  status.cuda = cuda;
  status.clause = clause;
  status.variant = variant;
  return status;
}

#endif /* TILEPROOF_LAUNCHER_1 */
