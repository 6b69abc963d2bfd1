// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.hooks;

import io.troupe.bench.harness.Troupe;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

/**
 * Batches of messages: tells and asks between two actors of one worker, in processor time of that worker; tells to an actor of
 * another system over a link of this process, in processor time of all threads of Java, writing and reading included.
 */
public final class HookedWork implements ToDoubleFunction<String> {
    static final List<String> KINDS = List.of("tell", "ask", "remote-tell");

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int BATCH = 200_000;

    /** Of tells over the link, which take longer. */
    private static final int REMOTE_BATCH = 50_000;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final String ADDRESS = "inproc://hooks";

    private final ActorSystem here = system("here");
    private final ActorSystem there = system("there");
    private final Player player = here.spawn(Player.class, Player::new);
    private final Player neighbour = here.spawn(Player.class, Player::new);
    private final Player remote;

    /** One of two players. */
    public static class Player extends Actor<Player> {
        private long begin;
        private long heard;
        private CompletablePromise<Long> done = new CompletablePromise<>();

        /** Tells there and back, so many times; returns the worker's time. */
        public Promise<Long> tells(Player other, int count) {
            done = new CompletablePromise<>();
            begin = cpu();
            other.hop(self(), count);
            return done;
        }

        /** Tells on, until none is left. */
        public void hop(Player from, int left) {
            if (left > 0) {
                from.hop(self(), left - 1);
            } else {
                from.over();
            }
        }

        /** The tells are over. */
        public void over() {
            done.complete(cpu() - begin);
        }

        /** Asks so many times, one after the other; returns the worker's time. */
        public Promise<Long> asks(Player other, int count) {
            done = new CompletablePromise<>();
            begin = cpu();
            next(other, count);
            return done;
        }

        private void next(Player other, int left) {
            if (left == 0) {
                over();
            } else {
                var unused = other.answer(left).then(answer -> next(other, answer - 1));
            }
        }

        /** Answers at once. */
        public Promise<Integer> answer(int number) {
            return Promise.of(number);
        }

        /** Counts. */
        public void hear(long number) {
            heard += number;
        }

        /** What it has heard since it was asked last. */
        public Promise<Long> heard() {
            long all = heard;
            heard = 0;
            return Promise.of(all);
        }

        private static long cpu() {
            return THREADS.getCurrentThreadCpuTime();
        }
    }

    /** Starts both systems and the link. */
    public HookedWork() {
        Remoting server = Remoting.on(there, RemotingConfig.ofMode().insecure(true));
        server.expose("player", there.spawn(Player.class, Player::new));
        server.listen(ADDRESS).await(LIMIT);
        remote = Remoting.on(here, RemotingConfig.ofMode().insecure(true))
                .connect(ADDRESS)
                .await(LIMIT)
                .lookup("player", Player.class);
    }

    private static ActorSystem system(String name) {
        return ActorSystem.builder()
                .name(name)
                .dispatcher(Troupe.dispatcher("stealing", 1))
                .start();
    }

    /** Runs a batch; returns nanoseconds of processor time per message. */
    @Override
    public double applyAsDouble(String kind) {
        return switch (kind) {
            case "tell" -> player.tells(neighbour, BATCH).await(LIMIT) / (double) BATCH;
            case "ask" -> player.asks(neighbour, BATCH).await(LIMIT) / (double) BATCH;
            case "remote-tell" -> remoteTells() / (double) REMOTE_BATCH;
            default -> throw new IllegalArgumentException("kind must be known: kind=" + kind + ", known=" + KINDS);
        };
    }

    private long remoteTells() {
        long begin = cpuOfAll();
        for (int i = 0; i < REMOTE_BATCH; i++) {
            remote.hear(1);
        }
        long heard = remote.heard().await(LIMIT);
        if (heard != REMOTE_BATCH) {
            throw new IllegalStateException("every tell must be heard: told=" + REMOTE_BATCH + ", heard=" + heard);
        }
        return cpuOfAll() - begin;
    }

    private static long cpuOfAll() {
        return LongStream.of(THREADS.getAllThreadIds())
                .map(THREADS::getThreadCpuTime)
                .filter(nanos -> nanos > 0) // the thread may have ended
                .sum();
    }
}
