// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.cluster.Cluster;
import io.troupe.cluster.ClusterConfig;
import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.TypeName;
import io.troupe.cluster.testkit.TestCluster;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The test of chapter 21 of the guide. */
@SuppressWarnings("SameNameButDifferent") // one record at different times
class UpgradeTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** Version 7. */
    @TypeName("till")
    public static class OldTill extends DurableActor<OldTill, OldTill.State> {
        /** What is kept. */
        public record State(long cents) {}

        @Override
        protected State initial() {
            return new State(0);
        }

        public Promise<Long> take(long cents) {
            return update(s -> new State(s.cents() + cents)).map(State::cents);
        }
    }

    // tag::next[]
    /** Version 8: counts in tenths of a cent. */
    @TypeName("till")
    public static class Till extends DurableActor<Till, Till.State> {
        public record State(long mills) {}

        @Override
        protected int format() {
            return 2;
        }

        @Override
        protected State upgrade(int from, Map<String, @Nullable Object> stored) {
            return new State(10 * ((Number) stored.get("cents")).longValue());
        }

        @Override
        protected State initial() {
            return new State(0);
        }

        public Promise<Long> take(long cents) {
            return update(s -> new State(s.mills() + 10 * cents)).map(s -> s.mills() / 10);
        }
    }
    // end::next[]

    // tag::config[]
    static ClusterConfig member(DataSource database) {
        return ClusterConfig.database(database).listen("tls://10.0.0.5:7400").version("8");
    }
    // end::config[]

    // tag::rolling[]
    @Test
    void shouldTakeWhileTheVersionChanges() {
        try (TestCluster cluster = TestCluster.manual(member -> {})) {
            Cluster shop = cluster.join("shop"); // only calls, with the class of version 7
            cluster.join("red", "7", member -> member.host(OldTill.class, OldTill::new));
            cluster.join("blue", "7", member -> member.host(OldTill.class, OldTill::new));
            takeEverywhere(cluster, shop, 5);

            cluster.join("red-8", "8", member -> member.host(Till.class, Till::new));
            takeEverywhere(cluster, shop, 10);
            cluster.leave("red");
            takeEverywhere(cluster, shop, 15);
            cluster.join("blue-8", "8", member -> member.host(Till.class, Till::new));
            cluster.leave("blue");
            takeEverywhere(cluster, shop, 20);
        }
    }

    private static void takeEverywhere(TestCluster cluster, Cluster shop, long sum) {
        cluster.settle();
        for (int i = 0; i < 50; i++) {
            assertThat(shop.actor(OldTill.class, "till " + i).take(5).await(LIMIT))
                    .isEqualTo(sum);
        }
    }
    // end::rolling[]
}
