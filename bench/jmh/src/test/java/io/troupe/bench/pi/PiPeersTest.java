// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.pi;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.troupe.bench.peer.Peers;
import org.junit.jupiter.api.Test;

class PiPeersTest {
    private static final PiBenchmark BENCHMARK = new PiBenchmark();

    /** Few jobs; as many terms as six digits need. */
    private static Job job() {
        Job job = new Job();
        job.work = "200x50000";
        return job;
    }

    @Test
    void shouldComputePiOnAkka() {
        Peers.Akka fed = new Peers.Akka();
        fed.start();
        assertThat(BENCHMARK.akka(fed, job())).isEqualTo(3_141_593);
        fed.stop();
        Peers.Akka selfFed = new Peers.Akka();
        selfFed.start();
        assertThat(BENCHMARK.akkaSelfFed(selfFed, job())).isEqualTo(3_141_593);
        selfFed.stop();
    }

    @Test
    void shouldComputePiByRendezvousAgainAndAgain() throws InterruptedException {
        RendezvousPi.Threads state = new RendezvousPi.Threads();
        state.work = job().work;
        state.start();
        assertThat(BENCHMARK.rendezvous(state)).isEqualTo(3_141_593);
        assertThat(BENCHMARK.rendezvous(state)).isEqualTo(3_141_593);
        state.stop();
    }

    @Test
    void shouldKeepTheSettingsOfAkkaAndPekkoApart() {
        Config config = ConfigFactory.load();

        assertThat(config.getString("akka.version")).isEqualTo("2.6.21");
        assertThat(config.getString("pekko.version")).isNotEqualTo("2.6.21");
    }
}
