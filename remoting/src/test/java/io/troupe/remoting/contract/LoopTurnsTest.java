// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import io.troupe.net.transport.TransportConfig;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which thread runs a short turn when several links share a loop. */
class LoopTurnsTest {
    private static final Duration LIMIT = Node.LIMIT;
    private static final Duration BEAT = Duration.ofMillis(400);
    private static final int IN_A_ROW = 20;
    private static final int AT_ONCE = 100;

    private final ActorSystem server = ActorSystem.start("server");
    private final ActorSystem one = ActorSystem.start("one");
    private final ActorSystem other = ActorSystem.start("other");
    private final AtomicBoolean ended = new AtomicBoolean();
    private Where first;
    private Where second;

    public static class Where extends Actor<Where> {
        public Promise<String> thread() {
            return Promise.of(Thread.currentThread().getName());
        }
    }

    @BeforeEach
    void open() {
        Remoting remoting = Remoting.on(server, config());
        remoting.expose("where", server.spawn(Where.class, Where::new));
        String address =
                remoting.listen("tcp://127.0.0.1:0").await(LIMIT).address().toString();
        first = where(one, address);
        second = where(other, address);
    }

    private static RemotingConfig config() {
        return RemotingConfig.production()
                .transport(TransportConfig.defaults().loops(1))
                .limits(LinkLimits.defaults()
                        .sendQueue(1024)
                        .receiveQueue(1024)
                        .memory(1 << 20)
                        .heartbeat(BEAT));
    }

    private static Where where(ActorSystem system, String address) {
        return Remoting.on(system, config()).connect(address).await(LIMIT).lookup("where", Where.class);
    }

    @AfterEach
    void close() {
        ended.set(true);
        one.close();
        other.close();
        server.close();
    }

    /**
     * Whether the loop runs turns once there is a worker to be woken: one that still looks for work takes messages anyway. Several
     * messages at once, as some of them are measured: the first ones may have waited for a processor, and seem slow.
     */
    private boolean runsTurnsOnLoop(Where where) {
        Await.until("the workers sleep", LIMIT, () -> server.stats().workers().stream()
                .allMatch(worker -> worker.parked() || !worker.running()));
        List<Promise<String>> threads =
                IntStream.range(0, AT_ONCE).mapToObj(i -> where.thread()).toList();
        return threads.stream().filter(this::isOnLoop).count() > 0;
    }

    private boolean isOnLoop(Promise<String> thread) {
        return thread.await(LIMIT).startsWith("troupe-remoting");
    }

    /** A cluster has links to all its members, most of which are silent most of the time. */
    @Test
    void shouldRunAShortTurnOnTheLoopBesideALinkThatIsNotInUse() {
        assertThat(second.thread().await(LIMIT)).isNotEmpty();
        Await.until("the loop runs the turn", LIMIT, () -> runsTurnsOnLoop(first));
    }

    @Test
    void shouldLeaveTurnsToWorkersWhileBothLinksAreInUse() {
        Await.until("the loop runs the turn", LIMIT, () -> runsTurnsOnLoop(first));
        again();
        Await.until("workers run the turns", LIMIT, () -> {
            int loop = 0;
            for (int i = 0; i < IN_A_ROW; i++) {
                loop += isOnLoop(first.thread()) ? 1 : 0;
            }
            return loop == 0;
        });
    }

    private void again() {
        second.thread().onComplete((thread, failure) -> {
            if (failure == null && !ended.get()) {
                again();
            }
        });
    }
}
