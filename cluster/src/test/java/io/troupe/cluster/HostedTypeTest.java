// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.shard.Shards;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.Directory;
import io.troupe.core.error.SpawnRefusedException;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class HostedTypeTest {
    public static class Idle extends Actor<Idle> {}

    /** A system may close while its member drains: that is how a member ends whose time to leave is over. */
    @Test
    void shouldHaveNothingToEndOnceItsSystemCloses() {
        BitSet all = new BitSet();
        all.set(0, Shards.COUNT);
        LiveKeys live = new LiveKeys("idle");
        live.begin("key");
        ActorSystem system = ActorSystem.start("closing");
        Directory<Idle> actors = system.directory(Idle.class, key -> new Idle());
        HostedType<Idle> hosted = new HostedVirtual<>("idle", actors, live);
        system.close();
        assertThatThrownBy(() -> hosted.control("key")).isInstanceOf(SpawnRefusedException.class);
        hosted.stopWhenIdle(all);
        hosted.stop(all);
        assertThat(hosted.keys(all)).containsExactly("key");
    }
}
