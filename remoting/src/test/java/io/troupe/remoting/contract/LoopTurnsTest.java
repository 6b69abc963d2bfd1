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
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which thread runs a short turn when several links share a loop. */
class LoopTurnsTest {
    private static final Duration LIMIT = Node.LIMIT;
    private static final Duration BEAT = Duration.ofMillis(400);
    private static final int IN_A_ROW = 20;

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

    private boolean isOnLoop(Where where) {
        return where.thread().await(LIMIT).startsWith("troupe-remoting");
    }

    /** A cluster has links to all its members, most of which are silent most of the time. */
    @Test
    void shouldRunAShortTurnOnTheLoopBesideALinkThatIsNotInUse() {
        assertThat(second.thread().await(LIMIT)).isNotEmpty();
        Await.until("the loop runs the turn", LIMIT, () -> isOnLoop(first));
    }

    @Test
    void shouldLeaveTurnsToWorkersWhileBothLinksAreInUse() {
        Await.until("the loop runs the turn", LIMIT, () -> isOnLoop(first));
        again();
        Await.until("workers run the turns", LIMIT, () -> {
            int loop = 0;
            for (int i = 0; i < IN_A_ROW; i++) {
                loop += isOnLoop(first) ? 1 : 0;
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
