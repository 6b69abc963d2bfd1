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
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkState;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Processes that crash, stand still and come back while calls go on between them. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no signals that stop a process")
class ProcessFaultsTest {
    private static final Duration LIMIT = ChildNode.LIMIT;
    private ActorSystem here;
    private Remoting remoting;
    private final List<String> causes = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() {
        here = ActorSystem.start("here");
        remoting = Remoting.on(here, RemotingConfig.production().limits(ChildNode.LIMITS));
    }

    @AfterEach
    void close() {
        here.close();
    }

    private Link connect(int port) {
        Link link = remoting.connect("tcp://127.0.0.1:" + port).await(LIMIT);
        link.onChange((state, why) -> causes.add(state + " " + why));
        return link;
    }

    @Tag("process")
    @Test
    void shouldTellWhoWaitsThatTheServerWasKilledAndFindItsSuccessor() throws Exception {
        try (ChildNode first = ChildNode.server(0)) {
            int port = first.port();
            Link link = connect(port);
            Ledger ledger = link.lookup("ledger", Ledger.class);
            Promise<Integer> pending = ledger.never();
            Promise<Terminated> end = ActorControl.of(ledger).watch();
            try (Traffic traffic = Traffic.to(ledger)) {
                traffic.awaitAnswers(50);
                first.signal("KILL");
                assertThat(catchThrowable(() -> pending.await(LIMIT)))
                        .isInstanceOfSatisfying(LinkLostException.class, lost -> assertThat(lost.maybeExecuted())
                                .isTrue());
                assertThat(end.await(LIMIT).reason()).isEqualTo(EndReason.LINK_LOST);
                try (ChildNode second = ChildNode.server(port)) {
                    second.port();
                    Await.until("the link is back", LIMIT, () -> link.state() == LinkState.UP);
                    traffic.awaitAnswers(50);
                    traffic.stop();
                    assertThat(traffic.wrong()).isZero();
                    Ledger.Summary summary = ledger.summary().await(LIMIT);
                    assertThat(summary.violations()).isZero();
                    assertThat(summary.damaged()).isZero();
                }
            }
        }
    }

    @Test
    void shouldForgetAClientThatWasKilled() throws Exception {
        Ledger ledger = here.spawn(Ledger.class, Ledger::new);
        remoting.expose("ledger", ledger);
        int port = listen();
        try (ChildNode first = ChildNode.client(port);
                ChildNode second = ChildNode.client(port)) {
            assertThat(first.line()).isEqualTo("sending");
            assertThat(second.line()).isEqualTo("sending");
            first.signal("KILL");
            Await.until("one link is left", LIMIT, () -> remoting.links().size() == 1);
            long noted = ledger.summary().await(LIMIT).noted();
            Await.until(
                    "the other one goes on",
                    LIMIT,
                    () -> ledger.summary().await(LIMIT).noted() > noted + 100);
            assertThat(second.stop()).isEqualTo("0 wrong, 0 failed");
        }
        Await.until("no link is left", LIMIT, () -> remoting.links().isEmpty());
    }

    private int listen() {
        return Address.parse(remoting.listen("tcp://127.0.0.1:0")
                        .await(LIMIT)
                        .address()
                        .toString())
                .port();
    }

    /** Longer than the failure detector waits: this side gives up, with words, and comes back. */
    @Tag("process")
    @Test
    void shouldGetOnWithAServerThatStoodStill() throws Exception {
        try (ChildNode server = ChildNode.server(0)) {
            Link link = connect(server.port());
            Ledger ledger = link.lookup("ledger", Ledger.class);
            Traffic traffic = Traffic.to(ledger);
            try (traffic) {
                traffic.awaitAnswers(50);
                server.signal("STOP");
                Await.until("the link is lost", LIMIT, () -> !causes.isEmpty());
                assertThat(causes).first().asString().startsWith("DOWN no sign of life for");
                server.signal("CONT");
                Await.until("the link is back", LIMIT, () -> link.state() == LinkState.UP);
                traffic.awaitAnswers(50);
            }
            assertThat(traffic.wrong()).isZero();
            assertThat(ledger.summary().await(LIMIT).violations()).isZero();
        }
    }

    /** Shorter than the failure detector waits: nothing is lost. The same for a process that stood still itself. */
    @Tag("process")
    @Test
    void shouldLoseNothingWhenAClientStandsStillForAMoment() throws Exception {
        Ledger ledger = here.spawn(Ledger.class, Ledger::new);
        remoting.expose("ledger", ledger);
        remoting.onLink(link -> link.onChange((state, why) -> causes.add(state + " " + why)));
        try (ChildNode client = ChildNode.client(listen())) {
            assertThat(client.line()).isEqualTo("sending");
            client.signal("STOP");
            LockSupport.parkNanos(2_000_000_000);
            client.signal("CONT");
            long noted = ledger.summary().await(LIMIT).noted();
            Await.until("it goes on", LIMIT, () -> ledger.summary().await(LIMIT).noted() > noted + 100);
            assertThat(causes).isEmpty();
            assertThat(client.stop()).isEqualTo("0 wrong, 0 failed");
        }
        assertThat(ledger.summary().await(LIMIT).violations()).isZero();
    }

    @Tag("process")
    @Test
    void shouldTellWhoAskedTheProcessToDieThatItMayHaveDied() throws IOException {
        try (ChildNode server = ChildNode.server(0)) {
            Link link = connect(server.port());
            Ledger ledger = link.lookup("ledger", Ledger.class);
            Promise<Integer> pending = ledger.never();
            ledger.summary().await(LIMIT);
            ledger.halt();
            assertThat(catchThrowable(() -> pending.await(LIMIT))).isInstanceOf(LinkLostException.class);
            assertThat(server.line()).isNull();
            assertThat(catchThrowable(() -> ledger.summary().await(LIMIT)))
                    .isInstanceOfSatisfying(LinkLostException.class, lost -> assertThat(lost.maybeExecuted())
                            .isFalse());
        }
    }
}
