/* SPDX-License-Identifier: Apache-2.0 */
/* nng: one socket for all sending threads, messages handed over without a copy (nng_sendmsg), which is its fastest way. */
#include "driver.h"

#include <nng/nng.h>
#include <nng/protocol/pair0/pair.h>
#include <nng/protocol/reqrep0/rep.h>
#include <nng/protocol/reqrep0/req.h>
#include <string.h>

enum { QUEUE = 128 };

struct handle {
    nng_socket socket;
    size_t bytes;
    void *payload;
};

static void check(int result, const char *what) {
    if (result != 0) {
        fail(what, nng_strerror(result));
    }
}

static struct handle *opened(int (*open)(nng_socket *), const struct job *job) {
    struct handle *handle = payload_of(sizeof *handle);
    check(open(&handle->socket), "nng_open");
    handle->bytes = job->bytes;
    handle->payload = payload_of(job->bytes);
    if (job->one_way) {
        check(nng_socket_set_int(handle->socket, NNG_OPT_SENDBUF, QUEUE), NNG_OPT_SENDBUF);
        check(nng_socket_set_int(handle->socket, NNG_OPT_RECVBUF, QUEUE), NNG_OPT_RECVBUF);
    }
    return handle;
}

static void *listening(int (*open)(nng_socket *), const struct job *job) {
    struct handle *handle = opened(open, job);
    check(nng_listen(handle->socket, job->address, NULL, 0), "nng_listen");
    return handle;
}

static void *dialled(int (*open)(nng_socket *), const struct job *job) {
    struct handle *handle = opened(open, job);
    check(nng_dial(handle->socket, job->address, NULL, 0), "nng_dial");
    return handle;
}

static void send_one(void *sender) {
    struct handle *handle = sender;
    nng_msg *message;
    check(nng_msg_alloc(&message, handle->bytes), "nng_msg_alloc");
    memcpy(nng_msg_body(message), handle->payload, handle->bytes < 64 ? handle->bytes : 64);
    check(nng_sendmsg(handle->socket, message, 0), "nng_sendmsg");
}

static nng_msg *take(struct handle *handle) {
    nng_msg *message;
    check(nng_recvmsg(handle->socket, &message, 0), "nng_recvmsg");
    if (nng_msg_len(message) != handle->bytes) {
        fail("nng_recvmsg", "message must have the length that was sent");
    }
    return message;
}

static long receive(void *receiver) {
    nng_msg_free(take(receiver));
    return 1;
}

static void reply(void *replier) {
    struct handle *handle = replier;
    for (;;) {
        check(nng_sendmsg(handle->socket, take(handle), 0), "nng_sendmsg");
    }
}

static void ask(void *requester) {
    send_one(requester);
    receive(requester);
}

static void *receiver(const struct job *job) {
    return listening(nng_pair0_open, job);
}

static void *senders(const struct job *job) {
    return dialled(nng_pair0_open, job);
}

static void *sender(void *senders, int thread) {
    (void) thread;
    return senders;
}

static void *replier(const struct job *job) {
    return listening(nng_rep0_open, job);
}

static void *requester(const struct job *job, int thread) {
    (void) thread;
    return dialled(nng_req0_open, job);
}

int main(int argc, char **argv) {
    static const struct stack stack = {receiver, receive, senders, sender, send_one, replier, reply, requester, ask};
    return driver_main(argc, argv, &stack);
}
