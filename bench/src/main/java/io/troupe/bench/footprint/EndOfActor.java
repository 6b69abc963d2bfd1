// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.footprint;

import io.troupe.bench.harness.Arguments;
import io.troupe.bench.harness.Tool;
import io.troupe.bench.harness.Troupe;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.Terminated;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.HdrHistogram.Histogram;

/**
 * The end of an actor with many messages in its mailbox: how long it takes until all of them are dead letters, and how long a
 * neighbour on the same worker waits meanwhile for an answer. There is one worker.
 */
public final class EndOfActor {
    private static final List<String> SYSTEMS = Troupe.names();
    private static final String HELP =
            "Prints the time that the end of a full mailbox takes, and what a neighbour waits meanwhile."
                    + "\n  --system  a dispatcher of one worker: " + String.join(", ", SYSTEMS)
                    + "\n  --count   number of messages in the mailbox";
    private static final int MOST = 10_000_000;
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int WARM_UP = 10_000;
    private static final double MILLI = 1e6;

    private EndOfActor() {}

    /** Measures. */
    public static void main(String[] args) {
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        Map<String, String> defaults = Map.of("system", "stealing", "count", "1000000");
        return new Tool(EndOfActor.class, HELP, defaults, EndOfActor::read);
    }

    private static Tool.Work read(Arguments arguments) {
        String name = arguments.oneOf("system", SYSTEMS);
        int count = arguments.number("count", 1, MOST);
        return () -> {
            measure(name, count, false);
            measure(name, count, true);
            return 0;
        };
    }

    private static void measure(String name, int count, boolean warm) {
        try (ActorSystem system = ActorSystem.builder()
                .name("figure")
                .dispatcher(Troupe.dispatcher(name, 1))
                .start()) {
            Semaphore begun = new Semaphore(0);
            Semaphore open = new Semaphore(0);
            Crowded crowded = system.spawn(Crowded.class, Crowded::new);
            Neighbour neighbour = system.spawn(Neighbour.class, Neighbour::new);
            for (int i = 0; i < WARM_UP; i++) {
                neighbour.echo(i).await(LIMIT);
            }
            crowded.waitFor(begun, open);
            begun.acquireUninterruptibly();
            for (int i = 0; i < count; i++) {
                crowded.add(i);
            }
            Promise<Terminated> end = system.stop(crowded);
            Histogram waited = new Histogram(3);
            long start = System.nanoTime();
            open.release();
            while (!end.isSettled()) {
                long asked = System.nanoTime();
                neighbour.echo(1).await(LIMIT);
                waited.recordValue(System.nanoTime() - asked);
            }
            while (system.deadLetters() < count) {
                Thread.onSpinWait();
            }
            if (warm) {
                Figure.print("end-of-actor", name, (System.nanoTime() - start) / MILLI, "ms");
                Figure.print("beside-end-of-actor", name, waited);
            }
        }
    }

    /** Has a full mailbox. */
    static class Crowded extends Actor<Crowded> {
        /** Keeps the worker until all messages are there. */
        public void waitFor(Semaphore begun, Semaphore open) {
            begun.release();
            open.acquireUninterruptibly();
        }

        /** One of many, which are never delivered. */
        public void add(int number) {
            throw new IllegalStateException("the actor must end before this message: number=" + number);
        }
    }

    /** Answers at once, if it gets the worker. */
    static class Neighbour extends Actor<Neighbour> {
        /** The same number. */
        public Promise<Integer> echo(int number) {
            return Promise.of(number);
        }
    }
}
