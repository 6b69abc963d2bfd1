// SPDX-License-Identifier: Apache-2.0
package io.troupe.remotetransport;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.ManualDispatcher;
import io.troupe.dispatch.timer.ManualClock;
import io.troupe.remotetransport.SteppedLinks.Speaker;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.Link;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** In a system that is driven by hand the garbage collector releases nothing by itself. */
@Timeout(60)
class SteppedReleaseTest {
    private static final String ADDRESS = "inproc://there";

    private final ManualClock clock = new ManualClock();
    private final ManualDispatcher steps = ManualDispatcher.inOrder();
    private final SteppedNetwork network = new SteppedNetwork(steps, clock, Duration.ofMillis(3), new ArrayList<>());
    private final ActorSystem here = system("here", steps);
    private final ActorSystem there = system("there", steps.share("there"));

    private ActorSystem system(String name, ManualDispatcher dispatcher) {
        return ActorSystem.builder()
                .name(name)
                .dispatcher(dispatcher)
                .helpers(dispatcher.executor())
                .clock(clock)
                .start();
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    private <T> T settled(Promise<T> promise) {
        while (!promise.isSettled()) {
            assertThat(steps.runNext() || clock.advanceToNext()).isTrue();
        }
        return promise.await(Duration.ofSeconds(1));
    }

    private void pass(Duration span) {
        long end = clock.nanos() + span.toNanos();
        do {
            steps.runAll();
        } while (clock.advanceToNext(Duration.ofNanos(end - clock.nanos())));
        steps.runAll();
    }

    @Test
    void shouldReleaseReferencesOutOfUseWhenItIsToldTo() {
        Remoting server = Remoting.on(there, RemotingConfig.production(), network.transport());
        server.expose("speaker", there.spawn(Speaker.class, Speaker::new));
        settled(server.listen(ADDRESS));
        Remoting client = Remoting.on(here, RemotingConfig.production(), network.transport());
        Link link = settled(client.connect(ADDRESS));
        Speaker speaker = link.lookup("speaker", Speaker.class);
        List<Speaker> children = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            children.add(settled(speaker.child("small")));
        }
        assertThat(client.releaseUnused()).isZero();
        assertThat(link.stats().imports()).isEqualTo(3);
        int exported = server.links().get(0).stats().exports();

        Speaker kept = children.remove(0);
        children.clear();
        int found = 0;
        while (found < 2) { // the limit of the test bounds it
            System.gc();
            pass(Duration.ofSeconds(10));
            assertThat(link.stats().imports()).as("what nobody has released").isEqualTo(3 - found);
            found += client.releaseUnused();
        }
        pass(Duration.ofSeconds(1));

        assertThat(found).isEqualTo(2);
        assertThat(link.stats().imports()).isEqualTo(1);
        assertThat(server.links().get(0).stats().exports()).isEqualTo(exported - 2);
        assertThat(settled(kept.said())).containsExactly("small");
    }
}
