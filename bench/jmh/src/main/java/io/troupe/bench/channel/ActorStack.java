// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channel;

import io.troupe.bench.harness.Completion;
import io.troupe.bench.harness.Parts;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.line.Stages;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The works between actors. They live as long as the system, where the work does not end a channel. */
public final class ActorStack implements ChannelStack {
    /** What of ours is measured. */
    public enum Way {
        /** Receivers use {@code each}, and a select is enlisted once. */
        USUAL,
        /** A new select for each element; selects only. */
        SELECT_ONCE,
        /** Both actors on one worker; pairs only. */
        ONE_WORKER,
        /** Each actor on a worker of its own; pairs only. */
        TWO_WORKERS,
        /** A ring of as many slots as a channel has, with stages in cells of their own; rows only. */
        LINE
    }

    private final ActorSystem system;
    private final Way way;

    /**
     * On this system.
     *
     * @param system has workers of its own for the ways that place actors; closed with this
     */
    public ActorStack(ActorSystem system, Way way) {
        this.system = system;
        this.way = way;
    }

    @Override
    public boolean offers(ChannelWork work) {
        return offers(way, work);
    }

    /** Whether this way can do it. */
    public static boolean offers(Way way, ChannelWork work) {
        return switch (way) {
            case USUAL -> true;
            case SELECT_ONCE -> work.kind() == ChannelWork.Kind.SELECT;
            case ONE_WORKER, TWO_WORKERS -> work.kind() == ChannelWork.Kind.PAIR;
            case LINE -> work.kind() == ChannelWork.Kind.CHAIN;
        };
    }

    @Override
    public Workload workload(ChannelWork work) {
        return switch (work.kind()) {
            case PAIR -> pair(system, work, options(0), options(way == Way.TWO_WORKERS ? 1 : 0));
            case TRANSFER -> transfer(system, work);
            case SELECT -> select(system, work, way != Way.SELECT_ONCE);
            case SIEVE -> new PrimeSieve(work.amount()).ofActors(system, work.capacity());
            case CHAIN -> way == Way.LINE ? line(work) : chain(work);
        };
    }

    @Override
    public void close() {
        system.close();
        if (system.deadLetters() != 0) {
            throw new IllegalStateException("nothing may be lost: deadLetters=" + system.deadLetters());
        }
    }

    private ActorOptions options(int worker) {
        return way == Way.USUAL
                ? ActorOptions.defaults()
                : ActorOptions.defaults().worker(worker);
    }

    static Channel<Integer> channel(int capacity) {
        return capacity == 0 ? Channels.rendezvous() : Channels.buffered(capacity);
    }

    /** Two actors count a number down, over two channels. */
    static Workload pair(ActorSystem system, ChannelWork work, ActorOptions first, ActorOptions second) {
        Channel<Integer> there = channel(work.capacity());
        Channel<Integer> back = channel(work.capacity());
        Completion completion = new Completion();
        system.spawn(ChannelBouncer.class, () -> new ChannelBouncer(there, back, completion), first);
        system.spawn(ChannelBouncer.class, () -> new ChannelBouncer(back, there, completion), second);
        return () -> {
            Promise<Void> unused = there.send(2 * work.amount());
            return work.amount() - completion.await(0);
        };
    }

    /** Several actors send to one or to several. */
    static Workload transfer(ActorSystem system, ChannelWork work) {
        return work.receivers() == 1
                ? feeding(system, List.of(channel(work.capacity())), work, ChannelDrain.Way.EACH)
                : () -> shared(system, work);
    }

    /** One actor selects among the channels of several. */
    static Workload select(ActorSystem system, ChannelWork work, boolean repeated) {
        List<Channel<Integer>> all = new ArrayList<>();
        for (int i = 0; i < work.size(); i++) {
            all.add(channel(work.capacity()));
        }
        return feeding(system, all, work, repeated ? ChannelDrain.Way.REPEAT : ChannelDrain.Way.ONCE);
    }

    private static Workload feeding(
            ActorSystem system, List<Channel<Integer>> channels, ChannelWork work, ChannelDrain.Way way) {
        Completion completion = new Completion();
        int each = work.perSender();
        int batch = each * work.size();
        system.spawn(ChannelDrain.class, () -> new ChannelDrain(channels, batch, completion, way));
        List<ChannelFeeder> feeders = new ArrayList<>();
        for (int i = 0; i < work.size(); i++) {
            Channel<Integer> to = channels.get(i % channels.size());
            feeders.add(system.spawn(ChannelFeeder.class, () -> new ChannelFeeder(to)));
        }
        return () -> {
            feeders.forEach(feeder -> feeder.feed(each));
            return completion.await(work.expected());
        };
    }

    /** Nobody knows who of several receivers gets how much: the end of the channel says that they have all of it. */
    private static long shared(ActorSystem system, ChannelWork work) {
        Channel<Integer> channel = channel(work.capacity());
        Parts parts = new Parts(work.receivers());
        AtomicInteger sending = new AtomicInteger(work.size());
        for (int i = 0; i < work.receivers(); i++) {
            system.spawn(ChannelDrain.Shared.class, () -> new ChannelDrain.Shared(channel, parts));
        }
        for (int i = 0; i < work.size(); i++) {
            system.spawn(ChannelFeeder.class, () -> new ChannelFeeder(channel, sending))
                    .feed(work.perSender());
        }
        return parts.await(work.expected());
    }

    /** An actor for each stage, and one that feeds the first. */
    private Workload chain(ChannelWork work) {
        Channel<Integer> first = channel(work.capacity());
        Channel<Integer> last = first;
        for (int stage = 1; stage < work.size(); stage++) {
            Channel<Integer> from = last;
            Channel<Integer> to = channel(work.capacity());
            system.spawn(ChannelStage.class, () -> new ChannelStage(from, to));
            last = to;
        }
        Completion completion = new Completion();
        Channel<Integer> end = last;
        system.spawn(
                ChannelDrain.class,
                () -> new ChannelDrain(List.of(end), work.amount(), completion, ChannelDrain.Way.EACH));
        ChannelFeeder feeder = system.spawn(ChannelFeeder.class, () -> new ChannelFeeder(first));
        return () -> {
            feeder.feed(work.amount());
            return completion.await(work.expected());
        };
    }

    /** The line checks that each element has passed all stages. */
    private Workload line(ChannelWork work) {
        Workload line = new Stages(work.size(), work.amount(), work.capacity()).apart(system);
        return () -> line.run() + (long) work.amount() * (work.size() - 1);
    }
}
