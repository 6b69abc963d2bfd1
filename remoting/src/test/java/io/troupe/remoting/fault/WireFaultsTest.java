// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Terminated;
import io.troupe.core.error.EndReason;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.host.ActorControl;
import io.troupe.core.promise.Promise;
import io.troupe.net.transport.Address;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.remoting.link.LinkState;
import io.troupe.testkit.Await;
import io.troupe.testkit.wire.Cut;
import io.troupe.testkit.wire.WireProxy;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tells, asks and a stream go on over a wire that fails on purpose: each ask ends, nothing is executed twice or out of order, and
 * afterwards the link is back.
 */
class WireFaultsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int ROUNDS = Integer.getInteger("troupe.soak.millis", 1_000) / 500;
    private static final LinkLimits LIMITS =
            LinkLimits.defaults().sendQueue(1024).memory(1 << 20).heartbeat(Duration.ofMillis(200));

    private ActorSystem there;
    private ActorSystem here;
    private WireProxy wire;
    private Remoting server;
    private Link link;
    private Ledger ledger;
    private final List<String> causes = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() {
        there = ActorSystem.start("there");
        here = ActorSystem.builder()
                .name("here")
                .askTimeout(Duration.ofSeconds(15)) // for answers that are damaged on their way
                .start();
        server = Remoting.on(there, RemotingConfig.production().limits(LIMITS));
        server.onLink(accepted -> accepted.onChange((state, why) -> causes.add(state + " " + why)));
        server.expose("ledger", there.spawn(Ledger.class, Ledger::new));
        wire = WireProxy.to("127.0.0.1", listen());
    }

    private int listen() {
        return Address.parse(server.listen("tcp://127.0.0.1:0")
                        .await(LIMIT)
                        .address()
                        .toString())
                .port();
    }

    private void connect(Encoding encoding) {
        link = Remoting.on(here, RemotingConfig.production().limits(LIMITS))
                .connect("tcp://127.0.0.1:" + wire.port(), encoding)
                .await(LIMIT);
        link.onChange((state, why) -> causes.add(state + " " + why));
        ledger = link.lookup("ledger", Ledger.class);
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
        wire.close();
    }

    private void assertInOrderAndOnce() {
        Ledger.Summary summary = ledger.summary().await(LIMIT);
        assertThat(summary.noted()).isPositive();
        assertThat(summary.violations()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Cut.class)
    void shouldComeBackAfterCuts(Cut how) {
        connect(Encoding.BINARY);
        try (Traffic traffic = Traffic.to(ledger)) {
            for (int round = 0; round < ROUNDS; round++) {
                traffic.awaitAnswers(50);
                wire.cut(how);
                Await.until("the link is made anew", LIMIT, dialled(round + 2));
            }
            traffic.awaitAnswers(50);
            traffic.stop();
            assertThat(traffic.wrong()).isZero();
            assertThat(traffic.items()).isPositive();
        }
        assertInOrderAndOnce();
    }

    private java.util.function.BooleanSupplier dialled(int times) {
        return () -> wire.accepted() >= times && link.state() == LinkState.UP;
    }

    /** At any byte, also within the greeting. */
    @ParameterizedTest
    @EnumSource(Encoding.class)
    void shouldComeBackAfterCutsInTheMiddleOfAFrame(Encoding encoding) {
        Random random = new Random(encoding.name().hashCode());
        connect(encoding);
        try (Traffic traffic = Traffic.to(ledger)) {
            for (int round = 0; round < ROUNDS; round++) {
                traffic.awaitAnswers(20);
                int before = wire.accepted();
                wire.toTarget().truncate(random.nextInt(4_000), round % 2 == 0 ? Cut.FIN : Cut.RESET);
                wire.toDialler().truncate(random.nextInt(4_000), Cut.FIN);
                wire.cut(Cut.RESET);
                Await.until("some attempts have failed", LIMIT, () -> wire.accepted() >= before + 2);
                wire.toTarget().heal();
                wire.toDialler().heal();
            }
            traffic.awaitAnswers(50);
            traffic.stop();
            assertThat(traffic.wrong()).isZero();
        }
        assertInOrderAndOnce();
    }

    /** What is damaged is not executed as something else that looks right, and sooner or later the link works again. */
    @ParameterizedTest
    @EnumSource(Encoding.class)
    void shouldComeBackAfterDamage(Encoding encoding) {
        Random random = new Random(encoding.name().hashCode());
        connect(encoding);
        try (Traffic traffic = Traffic.to(ledger)) {
            for (int round = 0; round < ROUNDS; round++) {
                traffic.awaitAnswers(20);
                int before = wire.accepted();
                wire.toTarget().corrupt(random.nextInt(2_000));
                wire.toDialler().corrupt(random.nextInt(2_000));
                wire.cut(Cut.RESET);
                long forwarded = wire.toTarget().forwarded();
                Await.until(
                        "damage is done",
                        LIMIT,
                        () -> (wire.accepted() > before && wire.toTarget().forwarded() > forwarded + 2_000)
                                || wire.accepted() > before + 1);
                wire.toTarget().heal();
                wire.toDialler().heal();
                wire.cut(Cut.RESET); // what is out of step may stay so as long as the bytes make sense
            }
            traffic.awaitAnswers(50);
        }
        assertInOrderAndOnce();
    }

    @Test
    void shouldLoseNothingOnASlowNarrowAndUnsteadyWire() {
        connect(Encoding.BINARY);
        Random random = new Random(1);
        Traffic traffic = Traffic.to(ledger);
        try (traffic) {
            for (int round = 0; round < ROUNDS; round++) {
                wire.toTarget().latency(Duration.ofMillis(random.nextInt(100)));
                wire.toDialler().latency(Duration.ofMillis(random.nextInt(100)));
                wire.toTarget().bandwidth(100_000 + random.nextInt(400_000));
                traffic.awaitAnswers(100);
                wire.toTarget().freeze();
                wire.toDialler().freeze();
                java.util.concurrent.locks.LockSupport.parkNanos(200_000_000);
                wire.toTarget().thaw();
                wire.toDialler().thaw();
            }
            wire.toTarget().heal();
            wire.toDialler().heal();
        }
        assertThat(traffic.failed() + traffic.wrong()).isZero();
        assertThat(wire.accepted()).isEqualTo(1);
        Await.until(
                "all has arrived",
                LIMIT,
                () -> ledger.summary().await(LIMIT).noted() == traffic.told() + traffic.answered());
        assertInOrderAndOnce();
    }

    @Test
    void shouldNoticeThatTheOtherSideHasVanished() {
        connect(Encoding.BINARY);
        assertInOrderAndOnceAfter(ledger.noteAndTell(1, 1, Ledger.checkOf(1, 1)));
        Promise<Integer> pending = ledger.never();
        Promise<Terminated> end = ActorControl.of(ledger).watch();
        ledger.summary().await(LIMIT); // both are over there
        wire.toTarget().blackhole(true);
        wire.toDialler().blackhole(true);
        assertThat(catchThrowable(() -> pending.await(LIMIT))).isInstanceOf(LinkLostException.class);
        assertThat(end.await(LIMIT).reason()).isEqualTo(EndReason.LINK_LOST);
        Await.until( // the first to notice resets the connection, which the other one may see
                "one side says why: " + causes, LIMIT, () -> causes.stream()
                        .anyMatch(cause -> cause.contains(" no sign of life for")));
        Await.until("the other side has noticed, too", LIMIT, () -> server.links().stream()
                .noneMatch(accepted -> accepted.state() == LinkState.UP && wire.accepted() == 1));
        Await.until("this side knows", LIMIT, () -> link.state() != LinkState.UP); // what was pending fails before
        wire.toTarget().heal();
        wire.toDialler().heal();
        Await.until("the link is back", LIMIT, () -> link.state() == LinkState.UP);
        assertThat(catchThrowable(() -> ledger.summary().await(LIMIT))).isNull();
    }

    private void assertInOrderAndOnceAfter(Promise<Long> first) {
        first.await(LIMIT);
        assertInOrderAndOnce();
    }

    @Test
    void shouldFailPendingAsksAtOnceWhenTheWireIsCut() {
        connect(Encoding.BINARY);
        Promise<Integer> pending = ledger.never();
        ledger.summary().await(LIMIT);
        wire.cut(Cut.RESET);
        assertThat(catchThrowable(() -> pending.await(LIMIT)))
                .isInstanceOfSatisfying(LinkLostException.class, lost -> assertThat(lost.maybeExecuted())
                        .isTrue());
    }
}
