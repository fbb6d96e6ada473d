/* Waits for input through io_uring, by plain system calls so that no library is needed.
 *   uring_read tty      one read of descriptor 0 is pending
 *   uring_read poll     one POLL_ADD of descriptor 0 is pending
 *   uring_read pipe     one read of an empty pipe is pending, nothing of the terminal
 *   uring_read both     reads of an empty pipe and of descriptor 0 are pending
 *   uring_read epoll    one read of descriptor 0 is pending, the ring is watched by epoll
 *   uring_read mixed    a read of a pipe is done, one of descriptor 0 is pending
 *   uring_read async    one read of descriptor 0 is pending, begun by a worker of the kernel
 * "ready" is printed before the program goes to sleep. */
#include <linux/io_uring.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static char buffer[64];

static void entry(struct io_uring_sqe *sqe, int op, int fd) {
    memset(sqe, 0, sizeof *sqe);
    sqe->opcode = op;
    sqe->fd = fd;
    sqe->user_data = 1;
    if (op == IORING_OP_POLL_ADD) {
        sqe->poll32_events = 1;
    } else {
        sqe->addr = (unsigned long)buffer;
        sqe->len = sizeof buffer;
    }
}

int main(int argc, char **argv) {
    struct io_uring_params p;
    memset(&p, 0, sizeof p);
    const char *how = argc > 1 ? argv[1] : "tty";
    int ring = syscall(SYS_io_uring_setup, 8, &p);
    if (ring < 0) { perror("io_uring_setup"); return 1; }
    size_t size = p.sq_off.array + p.sq_entries * sizeof(unsigned);
    char *sq = mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring, IORING_OFF_SQ_RING);
    struct io_uring_sqe *sqes = mmap(0, p.sq_entries * sizeof *sqes, PROT_READ | PROT_WRITE,
                                     MAP_SHARED | MAP_POPULATE, ring, IORING_OFF_SQES);
    if (sq == MAP_FAILED || sqes == MAP_FAILED) { perror("mmap"); return 1; }
    int idle[2];
    if (pipe(idle)) { perror("pipe"); return 1; }
    unsigned n = 0;
    if (!strcmp(how, "pipe") || !strcmp(how, "both") || !strcmp(how, "mixed")) entry(&sqes[n++], IORING_OP_READ, idle[0]);
    if (!strcmp(how, "poll")) entry(&sqes[n++], IORING_OP_POLL_ADD, 0);
    else if (strcmp(how, "pipe")) entry(&sqes[n++], IORING_OP_READ, 0);
    if (!strcmp(how, "mixed") && write(idle[1], "x", 1) != 1) { perror("write"); return 1; }
    if (!strcmp(how, "async")) sqes[0].flags = IOSQE_ASYNC;
    unsigned *array = (unsigned *)(sq + p.sq_off.array);
    for (unsigned i = 0; i < n; i++) array[i] = i;
    __atomic_store_n((unsigned *)(sq + p.sq_off.tail), n, __ATOMIC_RELEASE);
    puts("ready");
    fflush(stdout);
    if (!strcmp(how, "epoll")) {
        syscall(SYS_io_uring_enter, ring, n, 0, 0, NULL, 0);
        int set = epoll_create1(0);
        struct epoll_event event = {.events = EPOLLIN};
        epoll_ctl(set, EPOLL_CTL_ADD, ring, &event);
        epoll_wait(set, &event, 1, -1);
    } else {
        syscall(SYS_io_uring_enter, ring, n, !strcmp(how, "mixed") ? 2 : 1, IORING_ENTER_GETEVENTS, NULL, 0);
    }
    return 0;
}
