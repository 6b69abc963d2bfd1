/* SPDX-License-Identifier: Apache-2.0 */
#include "driver.h"

#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { CLOCK_EVERY = 32, FAILED = 1, ORPHANED = 3 };

/* Round trips of one thread, in nanoseconds. */
struct trips {
    const struct stack *stack;
    void *requester;
    const struct job *job;
    int64_t *nanos;
    size_t count;
    size_t room;
};

struct sending {
    const struct stack *stack;
    void *senders;
    int thread;
};

_Noreturn void fail(const char *what, const char *why) {
    printf("ERROR %s: %s\n", what, why);
    fflush(stdout);
    _exit(FAILED);
}

int64_t now_nanos(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t) time.tv_sec * 1000000000 + time.tv_nsec;
}

void *payload_of(size_t bytes) {
    void *payload = malloc(bytes);
    if (payload == NULL) {
        fail("payload", "out of memory");
    }
    memset(payload, 'x', bytes);
    return payload;
}

void start_thread(void *(*run)(void *), void *argument) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, argument) != 0) {
        fail("thread", "cannot be started");
    }
    pthread_detach(thread);
}

/* Ends the process when the parent does, in whatever way. */
static void *watch_parent(void *unused) {
    char byte;
    (void) unused;
    while (read(STDIN_FILENO, &byte, 1) > 0) {
    }
    _exit(ORPHANED);
}

static void print_outcome(int64_t count, size_t bytes, int64_t nanos, int64_t p50, int64_t p99) {
    printf("{\"count\":%" PRId64 ",\"bytes\":%" PRId64 ",\"nanos\":%" PRId64 ",\"p50\":%" PRId64 ",\"p99\":%" PRId64 "}\n",
           count, count * (int64_t) bytes, nanos, p50, p99);
    fflush(stdout);
}

static int64_t receive_for(const struct stack *stack, void *receiver, int64_t nanos, int64_t *taken) {
    int64_t start = now_nanos();
    int64_t count = 0;
    do {
        for (int i = 0; i < CLOCK_EVERY; i++) {
            count += stack->receive(receiver);
        }
        *taken = now_nanos() - start;
    } while (*taken < nanos);
    return count;
}

static void measure_throughput(const struct stack *stack, void *receiver, const struct job *job) {
    int64_t taken;
    stack->receive(receiver); /* the first message begins the warm-up */
    receive_for(stack, receiver, job->warm_nanos, &taken);
    int64_t count = receive_for(stack, receiver, job->window_nanos, &taken);
    print_outcome(count, job->bytes, taken, 0, 0);
}

static void *send_for_ever(void *argument) {
    struct sending *sending = argument;
    void *sender = sending->stack->sender(sending->senders, sending->thread);
    for (;;) {
        sending->stack->send(sender);
    }
    return NULL;
}

static void start_senders(const struct stack *stack, const struct job *job) {
    void *senders = stack->senders(job);
    for (int i = 0; i < job->threads; i++) {
        struct sending *sending = payload_of(sizeof *sending);
        *sending = (struct sending) {stack, senders, i};
        start_thread(send_for_ever, sending);
    }
}

static void record(struct trips *trips, int64_t nanos) {
    if (trips->count == trips->room) {
        trips->room = trips->room == 0 ? 1 << 16 : trips->room * 2;
        trips->nanos = realloc(trips->nanos, trips->room * sizeof *trips->nanos);
        if (trips->nanos == NULL) {
            fail("trips", "out of memory");
        }
    }
    trips->nanos[trips->count++] = nanos;
}

static void *ask_for_a_while(void *argument) {
    struct trips *trips = argument;
    trips->stack->ask(trips->requester); /* the first reply begins the warm-up */
    int64_t before = now_nanos();
    int64_t warm = before + trips->job->warm_nanos;
    int64_t end = warm + trips->job->window_nanos;
    while (before < end || trips->count == 0) {
        trips->stack->ask(trips->requester);
        int64_t after = now_nanos();
        if (before >= warm) {
            record(trips, after - before);
        }
        before = after;
    }
    return NULL;
}

static int compare(const void *one, const void *other) {
    int64_t a = *(const int64_t *) one;
    int64_t b = *(const int64_t *) other;
    return (a > b) - (a < b);
}

static void print_trips(struct trips *all, const struct job *job) {
    struct trips merged = {0};
    for (int i = 0; i < job->threads; i++) {
        for (size_t j = 0; j < all[i].count; j++) {
            record(&merged, all[i].nanos[j]);
        }
    }
    qsort(merged.nanos, merged.count, sizeof *merged.nanos, compare);
    print_outcome((int64_t) merged.count, job->bytes, job->window_nanos, merged.nanos[merged.count / 2],
                  merged.nanos[merged.count - 1 - merged.count / 100]);
}

static void measure_trips(const struct stack *stack, const struct job *job) {
    struct trips *all = calloc((size_t) job->threads, sizeof *all);
    pthread_t *threads = calloc((size_t) job->threads, sizeof *threads);
    for (int i = 0; i < job->threads; i++) {
        all[i].stack = stack;
        all[i].job = job;
        all[i].requester = stack->requester(job, i);
    }
    for (int i = 0; i < job->threads; i++) {
        if (pthread_create(&threads[i], NULL, ask_for_a_while, &all[i]) != 0) {
            fail("thread", "cannot be started");
        }
    }
    for (int i = 0; i < job->threads; i++) {
        pthread_join(threads[i], NULL);
    }
    print_trips(all, job);
}

static struct {
    const struct stack *stack;
    void *replier;
} replying;

static void *reply_for_ever(void *unused) {
    (void) unused;
    replying.stack->reply(replying.replier);
    return NULL;
}

static void run(const char *role, const struct stack *stack, const struct job *job) {
    if (job->one_way) {
        bool sends = strcmp(role, "receive") != 0;
        bool receives = strcmp(role, "send") != 0;
        void *receiver = receives ? stack->receiver(job) : NULL;
        puts("READY");
        fflush(stdout);
        if (sends) {
            start_senders(stack, job);
        }
        if (receives) {
            measure_throughput(stack, receiver, job);
            return;
        }
    } else {
        if (strcmp(role, "request") != 0) {
            replying.stack = stack;
            replying.replier = stack->replier(job);
            start_thread(reply_for_ever, NULL);
        }
        puts("READY");
        fflush(stdout);
        if (strcmp(role, "reply") != 0) {
            measure_trips(stack, job);
            return;
        }
    }
    for (;;) {
        pause(); /* until the parent ends this process */
    }
}

int driver_main(int argc, char **argv, const struct stack *stack) {
    static const char *roles[] = {"receive", "send", "pair", "request", "reply", "trip"};
    struct job job = {0};
    if (argc > 1 && strcmp(argv[1], "spin") == 0) {
        job.spin = true;
        argv++;
        argc--;
    }
    int role = 0;
    while (argc == 7 && role < 6 && strcmp(argv[1], roles[role]) != 0) {
        role++;
    }
    if (argc != 7 || role == 6) {
        fail("arguments", "[spin] ROLE ADDRESS BYTES THREADS WARM_MILLIS WINDOW_MILLIS");
    }
    job.one_way = role < 3;
    job.address = argv[2];
    job.bytes = (size_t) atol(argv[3]);
    job.threads = atoi(argv[4]);
    job.warm_nanos = atol(argv[5]) * 1000000;
    job.window_nanos = atol(argv[6]) * 1000000;
    signal(SIGPIPE, SIG_IGN);
    start_thread(watch_parent, NULL);
    run(roles[role], stack, &job);
    fflush(stdout);
    _exit(0); /* whatever threads are left */
}
