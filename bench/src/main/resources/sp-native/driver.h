/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What every C driver of the SP benchmark shares: the roles, the clock, the threads and the line with the result.
 *
 *   driver [spin] ROLE ADDRESS BYTES THREADS WARM_MILLIS WINDOW_MILLIS
 *
 * ROLE: receive, send, pair (both in this process), request, reply, trip (both in this process). The listening roles
 * (receive, reply) print READY; the measuring ones (receive, pair, request, trip) print one line of JSON and end; the
 * others end with their standard input. What goes wrong is said in a line that begins with ERROR.
 */
#ifndef TROUPE_SP_DRIVER_H
#define TROUPE_SP_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct job {
    const char *address;
    size_t bytes;
    int threads;
    bool spin;
    bool one_way;
    int64_t warm_nanos;
    int64_t window_nanos;
};

/* A stack; every function calls fail() if something goes wrong. Handles of senders and requesters belong to one thread. */
struct stack {
    void *(*receiver)(const struct job *job);               /* listens */
    long (*receive)(void *receiver);                        /* waits; messages got since the last call, at least one */
    void *(*senders)(const struct job *job);                /* dials, once */
    void *(*sender)(void *senders, int thread);             /* what a thread sends with */
    void (*send)(void *sender);                             /* one message, or a batch */
    void *(*replier)(const struct job *job);                /* listens */
    void (*reply)(void *replier);                           /* answers for ever */
    void *(*requester)(const struct job *job, int thread);  /* dials */
    void (*ask)(void *requester);                           /* one round trip */
};

int driver_main(int argc, char **argv, const struct stack *stack);

/* Says what went wrong and ends the process. */
_Noreturn void fail(const char *what, const char *why);

int64_t now_nanos(void);

/* Memory filled with a pattern, so that its pages exist. */
void *payload_of(size_t bytes);

/* Starts a thread that nobody waits for. */
void start_thread(void *(*run)(void *), void *argument);

#endif
