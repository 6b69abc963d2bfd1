// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.troupe;

import io.troupe.bench.sp.stack.JavaStack;
import io.troupe.bench.sp.stack.Job;
import io.troupe.bench.sp.stack.Pattern;
import io.troupe.bench.sp.stack.Receiver;
import io.troupe.bench.sp.stack.Replier;
import io.troupe.bench.sp.stack.Requester;
import io.troupe.bench.sp.stack.Sender;
import io.troupe.bench.sp.stack.Transport;
import io.troupe.sp.Sockets;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.SocketOptions;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.IntFunction;

/** Our sockets: threads share one; messages come from the pool and go back to it; payloads are not filled, as the peers' are not. */
public final class TroupeStack implements JavaStack {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final String name;
    private final String about;
    private final SocketOptions options;
    private final boolean wraps;

    private TroupeStack(String name, String about, SocketOptions options, boolean wraps) {
        this.name = name;
        this.about = about;
        this.options = options.toBuilder().maxReceiveSize(0).build();
        this.wraps = wraps;
    }

    /** As they come. */
    public static TroupeStack usual() {
        return new TroupeStack("troupe", "our sockets as they come", SocketOptions.defaults(), false);
    }

    /** With threads that poll as long as they may. */
    public static TroupeStack spinning() {
        return new TroupeStack(
                "troupe-spin",
                "our sockets, threads poll for a millisecond before they sleep",
                SocketOptions.builder().spin(Duration.ofMillis(1)).build(),
                false);
    }

    /** Senders give the same memory again and again, as those of JeroMQ do; round trips are as usual. */
    public static TroupeStack wrapping() {
        return new TroupeStack(
                "troupe-wrap",
                "our sockets, each message wraps the same memory, as JeroMQ's do",
                SocketOptions.defaults(),
                true);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String about() {
        return about;
    }

    @Override
    public boolean offers(Pattern pattern, Transport transport, int threads) {
        return true;
    }

    @Override
    public Receiver receiver(Job job) {
        DuplexSocket socket = Sockets.pair(options);
        socket.listen(job.address());
        return () -> {
            take(socket.receive(), job).release();
            return 1;
        };
    }

    @Override
    public IntFunction<Sender> senders(Job job) {
        DuplexSocket socket = Sockets.pair(options);
        socket.dial(job.address()).connected().await(PATIENCE);
        if (!wraps) {
            return thread -> () -> socket.send(SpMessage.allocate(job.bytes()));
        }
        return thread -> {
            ByteBuffer payload = ByteBuffer.allocateDirect(job.bytes());
            return () -> socket.send(SpMessage.wrap(payload));
        };
    }

    @Override
    public Replier replier(Job job) {
        var socket = Sockets.rep(options);
        socket.listen(job.address());
        return () -> {
            while (true) {
                socket.send(take(socket.receive(), job));
            }
        };
    }

    @Override
    public Requester requester(Job job, int thread) {
        var socket = Sockets.req(options);
        socket.dial(job.address()).connected().await(PATIENCE);
        return trips -> {
            while (trips.more()) {
                socket.send(SpMessage.allocate(job.bytes()));
                take(socket.receive(), job).release();
            }
        };
    }

    private static SpMessage take(SpMessage message, Job job) {
        if (message.size() != job.bytes()) {
            throw new IllegalStateException(
                    "message must have the length that was sent: expected=" + job.bytes() + ", message=" + message);
        }
        return message;
    }
}
