// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.cluster.MembersFixture.Node;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a member does with shards between the statement that has made them its own and all that it reads later. */
class ClaimedShardsTest {
    private final MembersFixture members = new MembersFixture();
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void close() {
        release.countDown();
        members.close();
    }

    /** Others may have read of the new owner before it has itself. */
    @Test
    void shouldServeWhatItHasClaimedBeforeItHasReadTheViewAgain() {
        AtomicBoolean active = new AtomicBoolean();
        AtomicBoolean claimed = new AtomicBoolean();
        members.before("read", () -> {
            if (claimed.get()) {
                awaitRelease();
            }
        });
        members.before("advance", () -> active.set(true));
        members.before("claim", () -> claimed.set(active.get())); // in vain before
        Node one = members.host("one");
        assertThat(one.purse("k").receive(1).await(MembersFixture.LIMIT)).isPositive();
        assertThat(release.getCount()).as("it has not read since").isEqualTo(1);
    }

    private void awaitRelease() {
        try {
            release.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
