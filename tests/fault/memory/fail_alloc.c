/* fail_alloc: memory that runs out at a chosen moment. Loaded in front of a program (LD_PRELOAD); a file that the test
 * writes to says which allocation from now on fails, once: the n-th that a library asks for, or the n-th of all. The
 * program's own go through xmalloc(), which ends it; what libraries are refused they must come to terms with. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct orders {
	_Atomic int64_t left;   /* the allocation that fails, counted down; 0: none does */
	_Atomic int64_t all;    /* the program's own count too */
	_Atomic int64_t seen;   /* allocations that were counted */
	_Atomic int64_t failed; /* that were refused */
};

static struct orders nobody, *orders = &nobody;
static uintptr_t program_from, program_to;
static void *(*next_malloc)(size_t), *(*next_calloc)(size_t, size_t), *(*next_realloc)(void *, size_t);
static void (*next_free)(void *);

/* What is asked for before there is anybody to ask: until this library begins, which a sanitizer does before it. Each
 * piece has its length in front; none is given back. */
static char first[1 << 20] __attribute__((aligned(16)));
static size_t first_n;
static int begun;

static void *take_first(size_t n)
{
	char *p = first + first_n;

	if (n > sizeof(first) - first_n - 32)
		_exit(97);
	first_n += 16 + ((n + 15) & ~(size_t)15);
	memcpy(p, &n, sizeof(n));
	return p + 16;
}

static int is_first(const void *p)
{
	return (const char *)p >= first && (const char *)p < first + sizeof(first);
}

static void look(void)
{
	next_calloc = (void *(*)(size_t, size_t))dlsym(RTLD_NEXT, "calloc");
	next_realloc = (void *(*)(void *, size_t))dlsym(RTLD_NEXT, "realloc");
	next_free = (void (*)(void *))dlsym(RTLD_NEXT, "free");
	next_malloc = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
	begun = 1;
}

static int of_program(struct dl_phdr_info *info, size_t n, void *arg)
{
	(void)n;
	(void)arg;
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD) {
			uintptr_t from = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;

			if (program_from == 0)
				program_from = from;
			program_to = from + info->dlpi_phdr[i].p_memsz;
		}
	return 1; /* the program comes first; that is all */
}

__attribute__((constructor)) static void begin(void)
{
	const char *name = getenv("FAIL_ALLOC_FILE");
	int fd = name != NULL ? open(name, O_RDWR | O_CLOEXEC) : -1;
	void *p;

	look();
	dl_iterate_phdr(of_program, NULL);
	if (fd < 0)
		return;
	p = mmap(NULL, sizeof(*orders), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (p != MAP_FAILED)
		orders = p;
	close(fd);
}

static int refused(const void *caller)
{
	uintptr_t at = (uintptr_t)caller;

	if (atomic_load(&orders->left) <= 0)
		return 0;
	if (!atomic_load(&orders->all) && at >= program_from && at < program_to)
		return 0;
	atomic_fetch_add(&orders->seen, 1);
	if (atomic_fetch_sub(&orders->left, 1) != 1)
		return 0;
	atomic_fetch_add(&orders->failed, 1);
	errno = ENOMEM;
	return 1;
}

void *malloc(size_t n)
{
	if (!begun)
		return take_first(n);
	return refused(__builtin_return_address(0)) ? NULL : next_malloc(n);
}

void *calloc(size_t count, size_t n)
{
	if (!begun)
		return take_first(count * n); /* static: zeros */
	return refused(__builtin_return_address(0)) ? NULL : next_calloc(count, n);
}

void *realloc(void *p, size_t n)
{
	size_t had = 0;
	void *q;

	if (begun && !is_first(p))
		return refused(__builtin_return_address(0)) ? NULL : next_realloc(p, n);
	q = begun ? next_malloc(n) : take_first(n);
	if (p != NULL)
		memcpy(&had, (char *)p - 16, sizeof(had));
	if (p != NULL && q != NULL)
		memcpy(q, p, had < n ? had : n);
	return q;
}

void free(void *p)
{
	if (begun && !is_first(p))
		next_free(p);
}
