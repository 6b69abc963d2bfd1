/* SPDX-License-Identifier: Apache-2.0 */
/* nanomsg: one socket for all sending threads, messages of its own memory (NN_MSG), which is its fastest way. */
#include "driver.h"

#include <nanomsg/nn.h>
#include <nanomsg/pair.h>
#include <nanomsg/reqrep.h>
#include <nanomsg/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct handle {
    int socket;
    size_t bytes;
    void *payload;
};

static void check(int result, const char *what) {
    if (result < 0) {
        fail(what, nn_strerror(nn_errno()));
    }
}

static struct handle *opened(int protocol, const struct job *job) {
    struct handle *handle = payload_of(sizeof *handle);
    handle->socket = nn_socket(AF_SP, protocol);
    check(handle->socket, "nn_socket");
    handle->bytes = job->bytes;
    handle->payload = payload_of(job->bytes);
    if (strncmp(job->address, "tcp:", 4) == 0) {
        /* One way, Nagle's algorithm does the batching that nanomsg lacks. */
        int no_delay = !job->one_way;
        check(nn_setsockopt(handle->socket, NN_TCP, NN_TCP_NODELAY, &no_delay, sizeof no_delay), "NN_TCP_NODELAY");
    }
    return handle;
}

static void *bound(int protocol, const struct job *job) {
    struct handle *handle = opened(protocol, job);
    check(nn_bind(handle->socket, job->address), "nn_bind");
    return handle;
}

static void *connected(int protocol, const struct job *job) {
    struct handle *handle = opened(protocol, job);
    check(nn_connect(handle->socket, job->address), "nn_connect");
    return handle;
}

static void send_one(void *sender) {
    struct handle *handle = sender;
    void *message = nn_allocmsg(handle->bytes, 0);
    if (message == NULL) {
        fail("nn_allocmsg", nn_strerror(nn_errno()));
    }
    memcpy(message, handle->payload, handle->bytes < 64 ? handle->bytes : 64); /* a user would write it, not copy it */
    check(nn_send(handle->socket, &message, NN_MSG, 0), "nn_send");
}

static void *take(struct handle *handle) {
    void *message;
    int got = nn_recv(handle->socket, &message, NN_MSG, 0);
    check(got, "nn_recv");
    if ((size_t) got != handle->bytes) {
        fail("nn_recv", "message must have the length that was sent");
    }
    return message;
}

static long receive(void *receiver) {
    nn_freemsg(take(receiver));
    return 1;
}

static void reply(void *replier) {
    struct handle *handle = replier;
    for (;;) {
        void *message = take(handle);
        check(nn_send(handle->socket, &message, NN_MSG, 0), "nn_send");
    }
}

static void ask(void *requester) {
    send_one(requester);
    receive(requester);
}

static void *receiver(const struct job *job) {
    return bound(NN_PAIR, job);
}

static void *senders(const struct job *job) {
    return connected(NN_PAIR, job);
}

static void *sender(void *senders, int thread) {
    (void) thread;
    return senders;
}

static void *replier(const struct job *job) {
    return bound(NN_REP, job);
}

static void *requester(const struct job *job, int thread) {
    (void) thread;
    return connected(NN_REQ, job);
}

int main(int argc, char **argv) {
    static const struct stack stack = {receiver, receive, senders, sender, send_one, replier, reply, requester, ask};
    return driver_main(argc, argv, &stack);
}
