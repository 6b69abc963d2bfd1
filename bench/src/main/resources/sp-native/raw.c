/* SPDX-License-Identifier: Apache-2.0 */
/* The floor: sockets without a library for tcp and ipc, memory for inproc (see memory.c). */
#include "memory.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { BATCH = 128 * 1024, READ = 64 * 1024, LENGTH = 8, BACKLOG = 16 };

/* One end of a connection; frames are eight bytes of length (big end first) and a payload, all of the same size. */
struct end {
    int listener;
    int socket;
    size_t frame;
    char *buffer;
    size_t size;       /* of what is written at once, or room for reading */
    size_t position;   /* within a frame, for the receiver */
    bool spin;
    pthread_mutex_t lock;
};

static void check(long result, const char *what) {
    if (result < 0) {
        fail(what, strerror(errno));
    }
}

static socklen_t address_of(const char *address, struct sockaddr_storage *storage) {
    memset(storage, 0, sizeof *storage);
    if (strncmp(address, "ipc://", 6) == 0) {
        struct sockaddr_un *local = (struct sockaddr_un *) storage;
        local->sun_family = AF_UNIX;
        snprintf(local->sun_path, sizeof local->sun_path, "%s", address + 6);
        return sizeof *local;
    }
    struct sockaddr_in *internet = (struct sockaddr_in *) storage;
    internet->sin_family = AF_INET;
    internet->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    internet->sin_port = htons((uint16_t) atoi(strrchr(address, ':') + 1));
    return sizeof *internet;
}

static void no_delay(int socket) {
    int on = 1;
    (void) setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on); /* has no meaning for ipc */
}

static void write_all(int socket, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t written = write(socket, bytes, length);
        check(written, "write");
        bytes += written;
        length -= (size_t) written;
    }
}

static void read_all(const struct end *end, char *bytes, size_t length) {
    while (length > 0) {
        ssize_t got = recv(end->socket, bytes, length, end->spin ? MSG_DONTWAIT : 0);
        if (got < 0 && end->spin && errno == EAGAIN) {
            continue;
        }
        check(got, "read");
        if (got == 0) {
            fail("read", "peer is gone");
        }
        bytes += got;
        length -= (size_t) got;
    }
}

static struct end *new_end(const struct job *job, size_t frames, size_t least) {
    struct end *end = calloc(1, sizeof *end);
    end->frame = LENGTH + job->bytes;
    end->size = frames * end->frame > least ? frames * end->frame : least;
    end->buffer = payload_of(end->size);
    end->spin = job->spin;
    pthread_mutex_init(&end->lock, NULL);
    for (size_t i = 0; i < frames; i++) {
        for (size_t b = 0; b < LENGTH; b++) {
            end->buffer[i * end->frame + b] = (char) (job->bytes >> (8 * (LENGTH - 1 - b)));
        }
    }
    return end;
}

static struct end *listening(struct end *end, const char *address) {
    struct sockaddr_storage storage;
    socklen_t length = address_of(address, &storage);
    int on = 1;
    end->listener = socket(storage.ss_family, SOCK_STREAM, 0);
    check(end->listener, "socket");
    setsockopt(end->listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    check(bind(end->listener, (struct sockaddr *) &storage, length), "bind");
    check(listen(end->listener, BACKLOG), "listen");
    return end;
}

static struct end *dialled(struct end *end, const char *address) {
    struct sockaddr_storage storage;
    socklen_t length = address_of(address, &storage);
    end->socket = socket(storage.ss_family, SOCK_STREAM, 0);
    check(end->socket, "socket");
    no_delay(end->socket);
    check(connect(end->socket, (struct sockaddr *) &storage, length), "connect");
    return end;
}

static int accepted(const struct end *end) {
    int socket = accept(end->listener, NULL, NULL);
    check(socket, "accept");
    no_delay(socket);
    return socket;
}

static void *receiver(const struct job *job) {
    return listening(new_end(job, 0, READ), job->address);
}

static long receive(void *receiver) {
    struct end *end = receiver;
    if (end->socket == 0) {
        end->socket = accepted(end);
    }
    size_t position = end->position;
    while (position < end->frame) {
        ssize_t got = read(end->socket, end->buffer, end->size);
        check(got, "read");
        if (got == 0) {
            fail("read", "peer is gone");
        }
        size_t start = (end->frame - position % end->frame) % end->frame; /* the first frame that begins here */
        if (start + LENGTH <= (size_t) got
            && ((unsigned char) end->buffer[start + 6] << 8 | (unsigned char) end->buffer[start + 7])
                   != (int) ((end->frame - LENGTH) & 0xffff)) {
            fail("frame", "length must be that of every frame");
        }
        position += (size_t) got;
    }
    end->position = position % end->frame;
    return (long) (position / end->frame);
}

static void *senders(const struct job *job) {
    size_t frames = BATCH / (LENGTH + job->bytes);
    return dialled(new_end(job, frames < 1 ? 1 : frames, 0), job->address);
}

static void *sender(void *senders, int thread) {
    (void) thread;
    return senders;
}

static void send_batch(void *sender) {
    struct end *end = sender;
    pthread_mutex_lock(&end->lock); /* batches of several threads must not mix */
    write_all(end->socket, end->buffer, end->size);
    pthread_mutex_unlock(&end->lock);
}

static void *answer(void *argument) {
    struct end *end = argument;
    for (;;) {
        read_all(end, end->buffer, end->frame);
        write_all(end->socket, end->buffer, end->frame);
    }
    return NULL;
}

static const struct job *reply_job;

static void *replier(const struct job *job) {
    reply_job = job;
    return listening(new_end(job, 0, READ), job->address);
}

static void reply(void *replier) {
    for (;;) {
        struct end *end = new_end(reply_job, 1, 0);
        end->socket = accepted(replier);
        start_thread(answer, end);
    }
}

static void *requester(const struct job *job, int thread) {
    (void) thread;
    return dialled(new_end(job, 1, 0), job->address);
}

static void ask(void *requester) {
    struct end *end = requester;
    write_all(end->socket, end->buffer, end->frame);
    read_all(end, end->buffer, end->frame);
}

int main(int argc, char **argv) {
    static const struct stack stack = {receiver, receive, senders, sender, send_batch, replier, reply, requester, ask};
    bool memory = false;
    for (int i = 1; i < argc; i++) {
        memory = memory || strncmp(argv[i], "inproc:", 7) == 0;
    }
    return driver_main(argc, argv, memory ? &memory_stack : &stack);
}
