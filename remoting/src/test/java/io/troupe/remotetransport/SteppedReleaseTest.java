// SPDX-License-Identifier: Apache-2.0
package io.troupe.remotetransport;

import static org.assertj.core.api.Assertions.assertThat;

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

    private final SteppedPair pair = new SteppedPair();

    @AfterEach
    void close() {
        pair.close();
    }

    @Test
    void shouldReleaseReferencesOutOfUseWhenItIsToldTo() {
        Remoting server = Remoting.on(pair.there, RemotingConfig.production(), pair.network.transport());
        server.expose("speaker", pair.there.spawn(Speaker.class, Speaker::new));
        pair.settled(server.listen(ADDRESS));
        Remoting client = Remoting.on(pair.here, RemotingConfig.production(), pair.network.transport());
        Link link = pair.settled(client.connect(ADDRESS));
        Speaker speaker = link.lookup("speaker", Speaker.class);
        List<Speaker> children = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            children.add(pair.settled(speaker.child("small")));
        }
        assertThat(client.releaseUnused()).isZero();
        assertThat(link.stats().imports()).isEqualTo(3);
        int exported = server.links().get(0).stats().exports();

        Speaker kept = children.remove(0);
        children.clear();
        int found = 0;
        while (found < 2) { // the limit of the test bounds it
            System.gc();
            pair.pass(Duration.ofSeconds(10));
            assertThat(link.stats().imports()).as("what nobody has released").isEqualTo(3 - found);
            found += client.releaseUnused();
        }
        pair.pass(Duration.ofSeconds(1));

        assertThat(found).isEqualTo(2);
        assertThat(link.stats().imports()).isEqualTo(1);
        assertThat(server.links().get(0).stats().exports()).isEqualTo(exported - 2);
        assertThat(pair.settled(kept.said())).containsExactly("small");
    }
}
