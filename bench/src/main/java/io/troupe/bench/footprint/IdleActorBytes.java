// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.footprint;

import io.troupe.bench.harness.Arguments;
import io.troupe.bench.harness.Tool;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.Recipient;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Directory;
import io.troupe.core.actor.DirectoryOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Heap bytes of an idle actor with its reference, or of an actor of a directory, active or passive, with its key: used heap
 * after collections, before and after many actors were made and have each handled one message, divided by their number. The
 * array that holds the references is not counted.
 */
public final class IdleActorBytes {
    private static final List<String> SYSTEMS = Systems.and();
    private static final String HELP = "Prints the heap bytes of an idle actor that has handled one message."
            + "\n  --system  " + Systems.help(SYSTEMS)
            + "\n  --count   number of actors"
            + "\n  --as      spawned; of a directory (Troupe only): active, or passive with its reference held";
    private static final List<String> KINDS = List.of("spawned", "active", "passive");
    private static final int MOST = 100_000_000;
    private static final int WARM_UP = 10_000;
    private static final Object TOUCH = new Object();

    private final AtomicInteger touched = new AtomicInteger();
    private final Object[] early = new Object[WARM_UP];
    private final Object[] actors;
    private final int count;

    private IdleActorBytes(int count) {
        this.count = count;
        this.actors = new Object[count];
    }

    /** Measures. */
    public static void main(String[] args) {
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        Map<String, String> defaults = Map.of("system", "stealing", "count", "1000000", "as", "spawned");
        return new Tool(IdleActorBytes.class, HELP, defaults, IdleActorBytes::read);
    }

    private static Tool.Work read(Arguments arguments) {
        String name = arguments.oneOf("system", SYSTEMS);
        int count = arguments.number("count", 1, MOST);
        String kind = arguments.oneOf("as", KINDS);
        if (!kind.equals(KINDS.get(0)) && !Systems.isTroupe(name)) {
            throw new IllegalArgumentException("only Troupe has directories: system=" + name + ", as=" + kind);
        }
        return () -> {
            measure(name, kind, count);
            return 0;
        };
    }

    private static void measure(String name, String kind, int count) throws InterruptedException {
        IdleActorBytes figure = new IdleActorBytes(count);
        if (Systems.isTroupe(name)) {
            ActorSystem system = Systems.troupe(name);
            Supplier<Object> spawn = kind.equals("spawned") ? () -> figure.spawn(system) : figure.keys(system, kind);
            figure.measure(name, kind, spawn);
            system.close();
        } else {
            Peer peer = Systems.peer(name);
            figure.measure(name, kind, () -> figure.spawn(peer));
            peer.close();
        }
    }

    private Object spawn(ActorSystem system) {
        Idler idler = system.spawn(Idler.class, () -> new Idler(touched));
        idler.touch();
        return idler;
    }

    private Supplier<Object> keys(ActorSystem system, String kind) {
        DirectoryOptions options = DirectoryOptions.defaults().passivateAfter(Duration.ofDays(1));
        Directory<Idler> idlers = system.directory(
                Idler.class,
                () -> new Idler(touched),
                kind.equals("active") ? options.maxActive(MOST) : options.maxActive(1));
        AtomicInteger next = new AtomicInteger();
        return () -> {
            Idler idler = idlers.get(Integer.toString(next.getAndIncrement()));
            idler.touch();
            return idler;
        };
    }

    private Object spawn(Peer peer) {
        Recipient<Object> idler = peer.spawn((message, self) -> touched.incrementAndGet());
        idler.tell(TOUCH);
        return idler;
    }

    private void measure(String name, String kind, Supplier<Object> spawn) throws InterruptedException {
        for (int i = 0; i < WARM_UP; i++) {
            early[i] = spawn.get(); // classes, code and pools exist from here on
        }
        awaitTouches(WARM_UP);
        long before = UsedHeap.bytes();
        for (int i = 0; i < count; i++) {
            actors[i] = spawn.get();
        }
        awaitTouches(WARM_UP + count);
        long after = UsedHeap.bytes();
        if (early[WARM_UP - 1] == null || actors[count - 1] == null) {
            throw new IllegalStateException("all actors must be held: count=" + count);
        }
        Figure.print(
                "spawned".equals(kind) ? "idle-actor-bytes" : "idle-" + kind + "-key-bytes",
                name,
                (double) (after - before) / count,
                "B");
    }

    private void awaitTouches(int expected) throws InterruptedException {
        while (touched.get() < expected) {
            Thread.sleep(10);
        }
    }
}
