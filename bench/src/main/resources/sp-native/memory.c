/* SPDX-License-Identifier: Apache-2.0 */
#include "memory.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { RING_BYTES = 512 * 1024, MOST_SLOTS = 64, LEAST_SLOTS = 8, SPINS = 200, LINE = 64 };

/* A slot is free for position p while its turn is p, and full while it is p + 1. */
struct slot {
    _Alignas(LINE) atomic_size_t turn;
    char *bytes;
};

static struct {
    struct slot slots[MOST_SLOTS];
    size_t count;
    size_t bytes;
    char *payload;
    _Alignas(LINE) pthread_mutex_t lock; /* of the senders */
    size_t tail;
    _Alignas(LINE) size_t head;
} ring;

/* One request at a time: turn 1 asks, turn 0 has the reply. */
struct desk {
    _Alignas(LINE) atomic_int turn;
    pthread_mutex_t lock;
    pthread_cond_t change;
    bool spin;
    size_t bytes;
    char *request;
    char *reply;
    char *mine;
    char *theirs;
};

static struct desk *desks;
static int desk_count;

static void pause_briefly(int *spins) {
    if (++*spins > SPINS) {
        sched_yield();
        *spins = 0;
    }
}

static void *receiver(const struct job *job) {
    size_t count = RING_BYTES / job->bytes;
    ring.count = count > MOST_SLOTS ? MOST_SLOTS : count < LEAST_SLOTS ? LEAST_SLOTS : count;
    ring.bytes = job->bytes;
    ring.payload = payload_of(job->bytes);
    pthread_mutex_init(&ring.lock, NULL);
    for (size_t i = 0; i < ring.count; i++) {
        ring.slots[i].bytes = payload_of(job->bytes);
        atomic_store(&ring.slots[i].turn, i);
    }
    return &ring;
}

static long receive(void *unused) {
    (void) unused;
    struct slot *slot = &ring.slots[ring.head % ring.count];
    int spins = 0;
    while (atomic_load_explicit(&slot->turn, memory_order_acquire) != ring.head + 1) {
        pause_briefly(&spins);
    }
    if (slot->bytes[0] != 'x' || slot->bytes[ring.bytes - 1] != 'x') {
        fail("ring", "message must be what was sent");
    }
    atomic_store_explicit(&slot->turn, ring.head + ring.count, memory_order_release);
    ring.head++;
    return 1;
}

static void *senders(const struct job *job) {
    (void) job;
    return &ring;
}

static void *sender(void *senders, int thread) {
    (void) thread;
    return senders;
}

static void send_one(void *unused) {
    (void) unused;
    pthread_mutex_lock(&ring.lock); /* senders that wait should not compete for processors */
    size_t position = ring.tail++;
    struct slot *slot = &ring.slots[position % ring.count];
    int spins = 0;
    while (atomic_load_explicit(&slot->turn, memory_order_acquire) != position) {
        pause_briefly(&spins);
    }
    memcpy(slot->bytes, ring.payload, ring.bytes);
    atomic_store_explicit(&slot->turn, position + 1, memory_order_release);
    pthread_mutex_unlock(&ring.lock);
}

static void pass(struct desk *desk, int turn) {
    if (desk->spin) {
        atomic_store_explicit(&desk->turn, turn, memory_order_release);
        return;
    }
    pthread_mutex_lock(&desk->lock);
    atomic_store(&desk->turn, turn);
    pthread_cond_signal(&desk->change);
    pthread_mutex_unlock(&desk->lock);
}

static void await(struct desk *desk, int turn) {
    if (desk->spin) {
        while (atomic_load_explicit(&desk->turn, memory_order_acquire) != turn) {
        }
        return;
    }
    pthread_mutex_lock(&desk->lock);
    while (atomic_load(&desk->turn) != turn) {
        pthread_cond_wait(&desk->change, &desk->lock);
    }
    pthread_mutex_unlock(&desk->lock);
}

static void *replier(const struct job *job) {
    desk_count = job->threads;
    desks = aligned_alloc(LINE, (size_t) desk_count * sizeof *desks);
    for (int i = 0; i < desk_count; i++) {
        struct desk *desk = &desks[i];
        atomic_store(&desk->turn, 0);
        pthread_mutex_init(&desk->lock, NULL);
        pthread_cond_init(&desk->change, NULL);
        desk->spin = job->spin;
        desk->bytes = job->bytes;
        desk->request = payload_of(job->bytes);
        desk->reply = payload_of(job->bytes);
        desk->mine = payload_of(job->bytes);
        desk->theirs = payload_of(job->bytes);
    }
    return desks;
}

static void *answer(void *argument) {
    struct desk *desk = argument;
    for (;;) {
        await(desk, 1);
        memcpy(desk->theirs, desk->request, desk->bytes);
        memcpy(desk->reply, desk->theirs, desk->bytes);
        pass(desk, 0);
    }
    return NULL;
}

static void reply(void *unused) {
    (void) unused;
    for (int i = 1; i < desk_count; i++) {
        start_thread(answer, &desks[i]);
    }
    answer(&desks[0]);
}

static void *requester(const struct job *job, int thread) {
    (void) job;
    return &desks[thread];
}

static void ask(void *requester) {
    struct desk *desk = requester;
    memcpy(desk->request, desk->mine, desk->bytes);
    pass(desk, 1);
    await(desk, 0);
    memcpy(desk->mine, desk->reply, desk->bytes);
}

const struct stack memory_stack = {receiver, receive, senders, sender, send_one, replier, reply, requester, ask};
