// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.net.transport.Address;
import io.troupe.remoting.Encoding;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Attackers beside an innocent client. While they are at it, memory, files, threads and the log stay within bounds, and every call
 * of the innocent one is answered; when they have gone, nothing of them is left.
 *
 * <p>Each takes {@code -Dtroupe.hostile.millis}. In {@code -Dtroupe.hostile.p99} milliseconds the innocent one must be served when
 * all attack at once with half a processor; without it that is only told.
 */
@Tag("soak")
class AttackersTest {
    private static final long MILLIS = Long.getLong("troupe.hostile.millis", 500);
    private static final long P99 = Long.getLong("troupe.hostile.p99", 0);
    private static final double HALF = 0.5;
    private static final long HEAP = 256L << 20;
    private static final int MOST_LINES = 40;
    private static final int MOST_CONNECTIONS = 3 * Attacker.CROWD;
    private static final Pattern LINE = Pattern.compile("(\\[[^]]+] )?WARN (\\S+ - ).*");

    private static Stage stage;
    private static Log log;
    private Residue before;
    private int lines;

    /** Who attacks. */
    enum Kind {
        CALL_FLOOD,
        LONG_POLLS,
        SLOW_READER,
        HOSTILE_KEYS,
        SUBSCRIBER,
        WATCHER,
        LOG_FORGER,
        HALF_OPEN,
        SLOW_LORIS,
        ENDLESS_PIECES,
        FAST_RECONNECT,
        COMPLAINER;

        Attacker attack(Address at) {
            Encoding encoding = Encoding.BINARY;
            Crowd.Arriving greeted = () -> Stranger.greeted(at, encoding);
            return switch (this) {
                case CALL_FLOOD -> new Crowd(4, greeted, new CallFlood());
                case LONG_POLLS -> new Crowd(Attacker.CROWD / 2, greeted, Kind::askWhatIsNeverAnswered);
                case SLOW_READER -> new Crowd(2, greeted, Kind::askForMuchAndReadNothing);
                case HOSTILE_KEYS -> new Crowd(4, greeted, new HostileKeys());
                case SUBSCRIBER -> new Crowd(8, greeted, new Subscriber());
                case WATCHER -> new Crowd(8, greeted, new Watcher());
                case LOG_FORGER -> {
                    LogForger forger = new LogForger(at, encoding);
                    yield new Crowd(8, forger, forger);
                }
                case HALF_OPEN -> {
                    HalfOpen half = new HalfOpen(at, encoding);
                    yield new Crowd(2 * Attacker.CROWD, half, half);
                }
                case SLOW_LORIS -> new Crowd(Attacker.CROWD, () -> Stranger.silent(at), new SlowLoris());
                case ENDLESS_PIECES -> new Crowd(8, greeted, new EndlessPieces());
                case FAST_RECONNECT -> new FastReconnect(at, encoding);
                case COMPLAINER -> new Crowd(8, greeted, new Complainer());
            };
        }

        private static void askWhatIsNeverAnswered(Stranger one) throws IOException {
            one.say(one.ask("never", out -> out.bytes(new byte[10_000])));
            one.hear();
        }

        private static void askForMuchAndReadNothing(Stranger one) throws IOException {
            one.say(one.ask("give", out -> out.integer(50_000)), one.ask("give", out -> out.integer(200_000)));
        }
    }

    @BeforeAll
    static void open() {
        log = new Log();
        stage = new Stage(Address.Scheme.TCP);
    }

    @AfterAll
    static void close() {
        stage.close();
        log.close();
        Stage.expectNoLeaks();
    }

    @BeforeEach
    void remember() {
        stage.expectCalm();
        before = Residue.now();
        lines = log.lines().size();
    }

    @AfterEach
    void expectNothingLeft() {
        stage.expectCalm();
        Await.until("no file is left", Stage.LIMIT, () -> Residue.openFiles() <= before.files());
        Await.until(
                "no thread is left",
                Stage.LIMIT,
                () -> before.threads().size() >= Residue.living().size());
        Await.until("the heap is as before", Stage.LIMIT, () -> Residue.usedHeap() < before.heap() + HEAP / 4);
    }

    /** Attacks until the time is over, with a part of a processor; returns how often. */
    private static FutureTask<Integer> attacking(Kind kind, Attacker attacker, double part) {
        FutureTask<Integer> attack = new FutureTask<>(() -> {
            Share share = new Share(part);
            int strikes = 0;
            for (long end = System.nanoTime() + MILLIS * 1_000_000; System.nanoTime() < end; strikes++) {
                attacker.strike();
                share.pay();
            }
            return strikes;
        });
        Thread thread = new Thread(attack, Residue.HOSTILE + "-" + kind);
        thread.setDaemon(true);
        thread.start();
        return attack;
    }

    private static int await(FutureTask<Integer> attack) throws Exception {
        return attack.get(MILLIS + 2 * Stage.LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The attackers are still there. */
    private void expectBounds() {
        long heap = Residue.usedHeap();
        System.out.println("heap: before=" + (before.heap() >> 20) + " MiB, now=" + (heap >> 20) + " MiB");
        assertThat(heap).isLessThan(before.heap() + HEAP);
        assertThat(Residue.openFiles()).isLessThan(before.files() + 2 * MOST_CONNECTIONS);
        assertThat(Residue.living().size()).isLessThanOrEqualTo(before.threads().size());
        List<String> said = log.lines().subList(lines, log.lines().size());
        assertThat(said).hasSizeLessThan(MOST_LINES).allSatisfy(line -> {
            assertThat(line).matches(LINE).doesNotContain("\u001b");
            assertThat(line.length()).isLessThan(1000);
        });
    }

    private static String told(List<Long> nanos) {
        return "calls=" + nanos.size() + ", p50=" + millis(nanos, 50) + " ms, p99=" + millis(nanos, 99) + " ms, max="
                + millis(nanos, 100) + " ms";
    }

    private static double millis(List<Long> nanos, int percent) {
        return Math.round(nanos.get(Math.min(nanos.size() - 1, nanos.size() * percent / 100)) / 1e4) / 100.0;
    }

    @ParameterizedTest
    @EnumSource
    void shouldServeTheInnocentBesideOne(Kind kind) throws Exception {
        Innocent innocent = new Innocent(stage);
        try (Attacker attacker = kind.attack(stage.address)) {
            FutureTask<Integer> attack = attacking(kind, attacker, HALF);
            int strikes = await(attack);
            List<Long> nanos = innocent.end();
            System.out.println("attacker=" + kind + ", strikes=" + strikes + ", " + told(nanos));
            assertThat(strikes).isPositive();
            assertThat(nanos).isNotEmpty();
            expectBounds();
        }
    }

    @Test
    void shouldServeTheInnocentBesideAll() throws Exception {
        List<Attacker> attackers = new ArrayList<>();
        List<FutureTask<Integer>> attacks = new ArrayList<>();
        Innocent innocent = new Innocent(stage);
        try {
            Kind[] kinds = Kind.values();
            for (Kind kind : kinds) {
                Attacker attacker = kind.attack(stage.address);
                attackers.add(attacker);
                attacks.add(attacking(kind, attacker, HALF / kinds.length));
            }
            for (FutureTask<Integer> attack : attacks) {
                assertThat(await(attack)).isPositive();
            }
            List<Long> nanos = innocent.end();
            System.out.println("attackers=all, processors=" + HALF + ", " + told(nanos));
            expectBounds();
            if (P99 > 0) {
                assertThat(millis(nanos, 99)).as("p99 in ms").isLessThan((double) P99);
            }
        } finally {
            for (Attacker attacker : attackers) {
                leave(attacker);
            }
        }
    }

    private static void leave(Attacker attacker) {
        try {
            attacker.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
