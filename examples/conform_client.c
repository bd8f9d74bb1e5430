/* A command that answers the cases of the suite: copy it, and put an implementation of Tile IR in place of `launch`.
       cc -o client conform_client.c && python3 conform_run.py SUITE ./client
   The toy here runs kernels of one operation in three: `andi`, `ori` and `xori`. It is wrong on purpose: it computes `ori` as an
   exclusive or. Of all rules it knows `memory.alignment`, and blames each buffer that may be misaligned, accessed or not.
   CONFORM.md describes the lines of the protocol and the files of a case. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { LONGEST = 4096 }; /* bytes of a path, or of a line of the protocol */
static char root[LONGEST];

/* The end of a JSON value: the comma or bracket behind it. */
static const char *past(const char *at) {
  int depth = 0;
  do {
    if (*at == '"') for (at++; *at != '"'; at++) at += *at == '\\';
    depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
    at++;
  } while (*at && (depth > 0 || !strchr(",]}", *at)));
  return at;
}

/* The value of a member of an object, or NULL. Keys have no escapes. */
static const char *member(const char *object, const char *name) {
  for (const char *at = object; at && *at && *at != '}';) {
    const char *key = strchr(at, '"') + 1, *value = strchr(key, ':') + 1;
    if (!strncmp(key, name, strlen(name)) && key[strlen(name)] == '"') return value + strspn(value, " ");
    at = past(value);
  }
  return NULL;
}

/* The element of an array at an index, or NULL. */
static const char *item(const char *array, int index) {
  const char *at = array + 1 + strspn(array + 1, " \n");
  for (; *at != ']' && index > 0; index--) at = past(at), at += *at == ',';
  return *at == ']' ? NULL : at + strspn(at, " \n");
}

/* Copies a JSON string without its quotes; returns the copy. */
static char *text(const char *value, char out[LONGEST]) {
  size_t length = 0;
  for (value++; *value != '"' && length + 1 < LONGEST; out[length++] = *value++) value += *value == '\\';
  out[length] = 0;
  return out;
}

/* The bytes of a file below the root, with a zero behind them. */
static unsigned char *load(const char *path, size_t *size) {
  char whole[2 * LONGEST + 2];
  snprintf(whole, sizeof whole, "%s/%s", root, path);
  FILE *file = fopen(whole, "rb");
  if (!file || fseek(file, 0, SEEK_END)) exit((perror(whole), 1));
  unsigned char *data = calloc((*size = (size_t)ftell(file)) + 1, 1);
  if (!data || fseek(file, 0, SEEK_SET) || fread(data, 1, *size, file) != *size) exit((perror(whole), 1));
  fclose(file);
  return data;
}

/* Prints the answer of the toy to a case, behind its number. */
static void launch(const char *json, const char *name) {
  unsigned char scalars[2][8], *operands[2];
  size_t sizes[2], count = 0, results = 0;
  char result[LONGEST], word[LONGEST];
  const char *arguments = member(member(json, "launch"), "arguments"), *one;
  int is_and = strstr(name, "/andi/") != NULL, is_known = is_and || strstr(name, "/ori/") || strstr(name, "/xori/");
  for (int at = 0; (one = item(arguments, at)); at++) {
    const char *buffer = member(one, "buffer"), *element = text(member(one, "element"), word);
    int digits = atoi(element + strcspn(element, "0123456789")), bytes = digits < 16 ? 1 : digits / 8;
    if (buffer && atoi(member(buffer, "alignment")) % bytes) { puts("\"undefined\":\"memory.alignment\"}"); return; }
    if (buffer && !member(buffer, "contents")) { results++, text(member(one, "name"), result); continue; }
    int slot = count++ > 0; /* the first operand, or a later one */
    unsigned long long bits = buffer ? 0 : strtoull(text(member(one, "bits"), word), NULL, 16);
    for (int byte = 0; byte < 8; byte++) scalars[slot][byte] = (unsigned char)(bits >> 8 * byte);
    operands[slot] = scalars[slot], sizes[slot] = (size_t)bytes;
    if (!buffer) continue;
    operands[slot] = load(text(member(buffer, "contents"), word), &sizes[slot]);
    size_t header = 10 + operands[slot][8] + 256u * operands[slot][9]; /* of a .npy file */
    operands[slot] += header, sizes[slot] -= header;
  }
  int runs = is_known && count == 2 && results == 1 && sizes[0] == sizes[1];
  if (!runs) { puts("\"skip\":\"the toy runs andi, ori and xori of two operands\"}"); return; }
  if (!member(member(json, "expected"), "leaves")) { puts("\"left\":{}}"); return; } /* a broken rule goes unnoticed */
  printf("\"left\":{\"%s\":\"", result);
  for (size_t at = 0; at < sizes[0]; at++)
    printf("%02x", is_and ? operands[0][at] & operands[1][at] : operands[0][at] ^ operands[1][at]);
  puts("\"}}");
}

int main(void) {
  char line[LONGEST], name[LONGEST], path[2 * LONGEST];
  if (!fgets(line, sizeof line, stdin)) return 1;
  text(member(line, "root"), root), puts("{\"schema\":\"tileproof.batch/1\"}"), fflush(stdout);
  for (size_t size; fgets(line, sizeof line, stdin); fflush(stdout)) {
    snprintf(path, sizeof path, "cases/%s/case.json", text(member(line, "case"), name));
    unsigned char *json = load(path, &size);
    printf("{\"id\":%d,", atoi(member(line, "id")));
    snprintf(path, sizeof path, "/%s", name), launch((const char *)json, path), free(json);
  }
}
