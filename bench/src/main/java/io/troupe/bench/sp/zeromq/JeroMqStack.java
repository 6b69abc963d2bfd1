// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.zeromq;

import io.troupe.bench.sp.stack.JavaStack;
import io.troupe.bench.sp.stack.Job;
import io.troupe.bench.sp.stack.Pattern;
import io.troupe.bench.sp.stack.Receiver;
import io.troupe.bench.sp.stack.Replier;
import io.troupe.bench.sp.stack.Requester;
import io.troupe.bench.sp.stack.Sender;
import io.troupe.bench.sp.stack.Transport;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** JeroMQ as it comes. Its sockets belong to one thread each, and PAIR has one peer: several senders are PUSH sockets. */
public final class JeroMqStack implements JavaStack {
    /** Of this process, made by the first end. */
    private @Nullable ZContext context;

    /** Makes the stack. */
    public JeroMqStack() {}

    @Override
    public String name() {
        return "jeromq";
    }

    @Override
    public String about() {
        return "JeroMQ 0.6, one socket per thread: PAIR for one sender, PUSH to one PULL for more; its ipc is TCP on the loopback";
    }

    @Override
    public boolean offers(Pattern pattern, Transport transport, int threads) {
        return true;
    }

    @Override
    public Receiver receiver(Job job) {
        ZMQ.Socket socket = bound(job.threads() == 1 ? SocketType.PAIR : SocketType.PULL, job);
        return () -> {
            take(socket, job);
            return 1;
        };
    }

    @Override
    public IntFunction<Sender> senders(Job job) {
        SocketType type = job.threads() == 1 ? SocketType.PAIR : SocketType.PUSH;
        byte[] payload = new byte[job.bytes()];
        return thread -> {
            ZMQ.Socket socket = connected(type, job);
            return () -> send(socket, payload);
        };
    }

    @Override
    public Replier replier(Job job) {
        ZMQ.Socket socket = bound(SocketType.REP, job);
        return () -> {
            while (true) {
                send(socket, take(socket, job));
            }
        };
    }

    @Override
    public Requester requester(Job job, int thread) {
        byte[] payload = new byte[job.bytes()];
        return trips -> {
            ZMQ.Socket socket = connected(SocketType.REQ, job);
            while (trips.more()) {
                send(socket, payload);
                take(socket, job);
            }
        };
    }

    private ZMQ.Socket bound(SocketType type, Job job) {
        ZMQ.Socket socket = context().createSocket(type);
        socket.bind(job.address());
        return socket;
    }

    private ZMQ.Socket connected(SocketType type, Job job) {
        ZMQ.Socket socket = context().createSocket(type);
        socket.connect(job.address());
        return socket;
    }

    private synchronized ZContext context() {
        ZContext made = context;
        if (made == null) {
            made = new ZContext();
            context = made;
        }
        return made;
    }

    private static void send(ZMQ.Socket socket, byte[] payload) {
        if (!socket.send(payload)) {
            throw new IllegalStateException("message must be sent: errno=" + socket.errno());
        }
    }

    private static byte[] take(ZMQ.Socket socket, Job job) {
        byte[] message = socket.recv();
        if (message == null || message.length != job.bytes()) {
            throw new IllegalStateException("message must have the length that was sent: expected=" + job.bytes());
        }
        return message;
    }
}
