// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.keyed;

import io.troupe.bench.footprint.Figure;
import io.troupe.bench.footprint.UsedHeap;
import io.troupe.bench.harness.Arguments;
import io.troupe.bench.harness.Tool;
import io.troupe.cluster.Cluster;
import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.VirtualActor;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.DirectoryOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.apache.pekko.cluster.sharding.typed.javadsl.EntityTypeKey;

/**
 * Heap bytes of an idle activation beyond those of an actor that was spawned and is held: used heap after collections, before
 * and after many were made and have each handled one message. The first measured are actors, then activations; what a spawned
 * one needs is subtracted.
 */
public final class IdleKeyBytes {
    private static final List<String> SYSTEMS = List.of("troupe", "troupe-durable", "pekko");
    private static final String HELP = "Prints the heap bytes of an idle activation beyond those of a spawned actor."
            + "\n  --system  troupe (virtual actors), troupe-durable (without a stored state), pekko (entities)"
            + "\n  --count   number of actors, and of activations";
    private static final int MOST = 10_000_000;
    private static final int WARM_UP = 2_000;

    private static final DirectoryOptions AWAKE =
            DirectoryOptions.defaults().maxActive(Integer.MAX_VALUE).passivateAfter(Duration.ofDays(1));

    private static final AtomicInteger TOUCHED = new AtomicInteger();

    private IdleKeyBytes() {}

    /** Measures. */
    public static void main(String[] args) {
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        return new Tool(IdleKeyBytes.class, HELP, Map.of("system", "troupe", "count", "100000"), IdleKeyBytes::read);
    }

    private static Tool.Work read(Arguments arguments) {
        String system = arguments.oneOf("system", SYSTEMS);
        int count = arguments.number("count", 1, MOST);
        return () -> {
            if (system.equals("pekko")) {
                pekko(count);
            } else {
                troupe(system, count);
            }
            return 0;
        };
    }

    private static void troupe(String name, int count) throws InterruptedException {
        try (ActorSystem system = ActorSystem.start("bytes")) {
            Cluster cluster = Member.join(system);
            cluster.host(Virtual.class, Virtual::new, AWAKE);
            cluster.host(Durable.class, Durable::new, AWAKE);
            Object[] held = new Object[count];
            double plain = each(count, i -> {
                Plain actor = system.spawn(Plain.class, Plain::new);
                actor.touch();
                held[Math.max(0, i)] = actor;
            });
            IntConsumer touch = name.equals("troupe")
                    ? i -> cluster.actor(Virtual.class, "key" + i).touch()
                    : i -> cluster.actor(Durable.class, "key" + i).touch();
            print(name, each(count, touch), plain, held);
        }
    }

    private static void pekko(int count) throws InterruptedException {
        try (PekkoNode node = new PekkoNode()) {
            EntityTypeKey<Integer> type = EntityTypeKey.create(Integer.class, "idler");
            ClusterSharding sharding = node.host(type, IdleKeyBytes::idler);
            Object[] held = new Object[count];
            double plain = each(count, i -> {
                ActorRef<Integer> actor = node.spawn(idler());
                actor.tell(i);
                held[Math.max(0, i)] = actor;
            });
            print(
                    "pekko",
                    each(count, i -> sharding.entityRefFor(type, "key" + i).tell(i)),
                    plain,
                    held);
        }
    }

    private static Behavior<Integer> idler() {
        return Behaviors.receiveMessage(number -> {
            TOUCHED.incrementAndGet();
            return Behaviors.same();
        });
    }

    private static void print(String name, double keyed, double plain, Object[] held) {
        if (held[held.length - 1] == null) {
            throw new IllegalStateException("all actors must be held: count=" + held.length);
        }
        new Figure("keyed", "idle-key-bytes", name, Map.of()).print(keyed, "B");
        new Figure("keyed", "idle-key-extra-bytes", name, Map.of()).print(keyed - plain, "B");
    }

    /** Bytes of each; the numbers of those that warm up are below 0. */
    private static double each(int count, IntConsumer make) throws InterruptedException {
        TOUCHED.set(0);
        for (int i = 1; i <= WARM_UP; i++) {
            make.accept(-i); // classes, code and pools exist from here on
        }
        awaitTouches(WARM_UP);
        long before = UsedHeap.bytes();
        for (int i = 0; i < count; i++) {
            make.accept(i);
        }
        awaitTouches(WARM_UP + count);
        return (double) (UsedHeap.bytes() - before) / count;
    }

    private static void awaitTouches(int expected) throws InterruptedException {
        while (TOUCHED.get() < expected) {
            Thread.sleep(10);
        }
    }

    /** Nobody's key. */
    static class Plain extends Actor<Plain> {
        Plain() {}

        public void touch() {
            TOUCHED.incrementAndGet();
        }
    }

    /** Keeps nothing. */
    static class Virtual extends VirtualActor<Virtual> {
        Virtual() {}

        public void touch() {
            TOUCHED.incrementAndGet();
        }
    }

    /** Was never updated. */
    static class Durable extends DurableActor<Durable, Durable.Nothing> {
        /** What is kept. */
        record Nothing() {}

        Durable() {}

        @Override
        protected Nothing initial() {
            return new Nothing();
        }

        public void touch() {
            TOUCHED.incrementAndGet();
        }
    }
}
