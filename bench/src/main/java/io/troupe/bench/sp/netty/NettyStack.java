// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.netty;

import io.netty.channel.Channel;
import io.netty.channel.epoll.Epoll;
import io.troupe.bench.sp.stack.JavaStack;
import io.troupe.bench.sp.stack.Job;
import io.troupe.bench.sp.stack.Pattern;
import io.troupe.bench.sp.stack.Program;
import io.troupe.bench.sp.stack.Receiver;
import io.troupe.bench.sp.stack.Replier;
import io.troupe.bench.sp.stack.Requester;
import io.troupe.bench.sp.stack.Sender;
import io.troupe.bench.sp.stack.Transport;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/** Netty with epoll. The event loop counts what comes, replies, and asks again, so there is no hand-over to a thread. */
public final class NettyStack implements JavaStack {
    private static final long LOOK_NANOS = 1_000_000;

    /** Makes the stack. */
    public NettyStack() {}

    @Override
    public String name() {
        return "netty";
    }

    @Override
    public String about() {
        return "Netty 4.2, epoll, SP greeting and frames, messages gathered in a queue; the event loop receives and asks";
    }

    @Override
    public boolean offers(Pattern pattern, Transport transport, int threads) {
        return transport != Transport.INPROC;
    }

    @Override
    public Program program() {
        return Epoll.isAvailable() ? Program.virtualMachine() : Program.missing("Linux, for Netty's epoll");
    }

    @Override
    public Receiver receiver(Job job) throws InterruptedException {
        AtomicLong count = new AtomicLong();
        new Wire(job, Wire.PAIR, Wire.PAIR).listen(() -> new Counter(job.bytes(), count));
        return new Receiver() {
            private long seen;

            @Override
            public long receive() {
                LockSupport.parkNanos(LOOK_NANOS);
                long now = count.get();
                long fresh = now - seen;
                seen = now;
                return fresh;
            }
        };
    }

    @Override
    public IntFunction<Sender> senders(Job job) throws InterruptedException {
        Wire wire = new Wire(job, Wire.PAIR, Wire.PAIR);
        Channel channel = wire.dial(channelOf -> new Writer(channelOf, wire));
        Writer writer = channel.pipeline().get(Writer.class);
        byte[] payload = new byte[job.bytes()];
        return thread -> () -> writer.send(payload);
    }

    @Override
    public Replier replier(Job job) throws InterruptedException {
        Wire wire = new Wire(job, Wire.REP, Wire.REQ);
        wire.listen(() -> new Echo(wire));
        return () -> {};
    }

    @Override
    public Requester requester(Job job, int thread) throws InterruptedException {
        Wire wire = new Wire(job, Wire.REQ, Wire.REP);
        Channel channel = wire.dial(channelOf -> new Caller(channelOf, wire, job.bytes()));
        Caller caller = channel.pipeline().get(Caller.class);
        return caller::run;
    }
}
