// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.raw;

import io.troupe.bench.sp.stack.JavaStack;
import io.troupe.bench.sp.stack.Job;
import io.troupe.bench.sp.stack.Pattern;
import io.troupe.bench.sp.stack.Receiver;
import io.troupe.bench.sp.stack.Replier;
import io.troupe.bench.sp.stack.Requester;
import io.troupe.bench.sp.stack.Sender;
import io.troupe.bench.sp.stack.Transport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The floor in Java: no sockets of patterns, no handshake, frames of one known length. Ends belong to the thread that uses them. */
public final class RawStack implements JavaStack {
    private final boolean spin;
    /** Of this process, for inproc. */
    private @Nullable Ring ring;

    private final List<Desk> desks = new ArrayList<>();

    /**
     * Makes a stack.
     *
     * @param spin whether round trips, of one thread, are awaited without sleeping; there is nothing else then
     */
    public RawStack(boolean spin) {
        this.spin = spin;
    }

    @Override
    public String name() {
        return spin ? "nio-spin" : "nio";
    }

    @Override
    public String about() {
        return spin
                ? "channels of the JDK, both sides spin; inproc: a variable"
                : "channels of the JDK, writes of 128 KiB, blocking round trips; inproc: a ring with one copy, parked threads";
    }

    @Override
    public boolean offers(Pattern pattern, Transport transport, int threads) {
        return !spin || (pattern == Pattern.LATENCY && threads == 1);
    }

    @Override
    public Receiver receiver(Job job) throws IOException {
        if (job.transport() == Transport.INPROC) {
            Ring made = new Ring(job.bytes());
            ring = made;
            return made::receive;
        }
        Listener listener = new Listener(job);
        return new LazyReceiver(listener)::receive;
    }

    @Override
    public IntFunction<Sender> senders(Job job) throws IOException {
        Ring inside = ring;
        if (inside != null) {
            return thread -> inside::send;
        }
        Stream stream = Stream.dial(job, false);
        return thread -> stream::sendBatch;
    }

    @Override
    public Replier replier(Job job) throws IOException {
        if (job.transport() == Transport.INPROC) {
            for (int i = 0; i < job.threads(); i++) {
                desks.add(new Desk(job.bytes(), spin));
            }
            return () -> desks.forEach(desk -> thread(desk::replyForEver));
        }
        Listener listener = new Listener(job);
        return () -> {
            while (true) {
                Stream stream = listener.accept(spin);
                thread(stream::replyForEver);
            }
        };
    }

    @Override
    public Requester requester(Job job, int thread) throws IOException {
        if (job.transport() == Transport.INPROC) {
            Desk desk = desks.get(thread);
            return trips -> {
                while (trips.more()) {
                    desk.ask();
                }
            };
        }
        Stream stream = Stream.dial(job, spin);
        return trips -> {
            while (trips.more()) {
                stream.ask();
            }
        };
    }

    private static void thread(Runnable work) {
        Thread thread = new Thread(work, "raw-replier");
        thread.setDaemon(true);
        thread.start();
    }

    /** Accepts with the first call, because the dialler comes after the receiver is ready. */
    private static final class LazyReceiver {
        private final Listener listener;
        private @Nullable Stream stream;

        LazyReceiver(Listener listener) {
            this.listener = listener;
        }

        long receive() throws IOException {
            Stream from = stream;
            if (from == null) {
                from = listener.accept(false);
                stream = from;
            }
            return from.receive();
        }
    }
}
