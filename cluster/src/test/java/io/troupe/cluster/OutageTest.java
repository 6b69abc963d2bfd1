// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.MembersFixture.Node;
import io.troupe.cluster.actor.CallId;
import io.troupe.cluster.actor.StoreUnavailableException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.Promise;
import io.troupe.testkit.Await;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The database is down, with the registry and the states. */
class OutageTest {
    private static final Duration LIMIT = MembersFixture.LIMIT;
    private static final int KEYS = 20;

    private MembersFixture members = new MembersFixture(Duration.ofSeconds(60));

    @AfterEach
    void close() {
        members.close();
    }

    @Test
    void shouldReadOnAndLetCallsWaitThatNeedAState() {
        Node one = members.host("one");
        members.awaitShared(one);
        one.purse("known").receive(5).await(LIMIT);
        one.purse("stored").receive(7).await(LIMIT);

        members.shutDown(one);
        Promise<Long> cold = one.purse("cold").cents();
        Await.until("it was to be read twice", LIMIT, () -> members.failedLoads() > 1);
        assertThat(one.purse("known").cents().await(LIMIT)).isEqualTo(1_005);
        assertThatThrownBy(() -> one.purse("stored").receive(1).await(LIMIT))
                .isInstanceOf(StoreUnavailableException.class)
                .satisfies(e -> assertThat(((StoreUnavailableException) e).maybeExecuted())
                        .isTrue());
        Promise<Long> dropped = one.purse("stored").cents();
        assertThat(cold.isSettled()).isFalse();

        members.startAgain();
        assertThat(cold.await(LIMIT)).isEqualTo(1_000);
        assertThat(dropped.await(LIMIT)).isEqualTo(1_007);
        assertThat(one.purse("known").receive(1).await(LIMIT)).isEqualTo(1_006);
    }

    @Test
    void shouldLetCallsWithAnIdWaitThatAreLookedUp() {
        Node one = members.host("one");
        members.awaitShared(one);
        Purse purse = one.purse("known");
        purse.receive(5).await(LIMIT);

        members.shutDown(one);
        CallId id = CallId.of("order 17");
        Promise<Long> received = id.run(() -> purse.receive(1));
        Await.until("it was to be looked up twice", LIMIT, () -> members.failedLoads() > 1);
        assertThat(received.isSettled()).isFalse();

        members.startAgain();
        assertThat(received.await(LIMIT)).isEqualTo(1_006);
        assertThat(id.run(() -> purse.receive(1)).await(LIMIT)).isEqualTo(1_006);
    }

    @Test
    void shouldTellCallersWhenTheLeaseHasEndedAndGoOnWithoutARestart() {
        members = new MembersFixture(Duration.ofSeconds(3));
        Node one = members.host("one");
        members.awaitShared(one);
        one.purse("known").receive(5).await(LIMIT);

        members.shutDown(one);
        for (String key : new String[] {"cold", "known"}) {
            Await.until("the lease has ended", LIMIT, () -> isRefused(one, key));
        }

        members.startAgain();
        Await.until("it is served again", LIMIT, () -> !isRefused(one, "cold"));
        assertThat(one.purse("known").cents().await(LIMIT)).isEqualTo(1_005);
        assertThat(one.cluster().ended().isSettled()).isFalse();
    }

    /** Those whose states could not be read, or were dropped with an update, before the lease ended. */
    @Test
    void shouldFailNoCallOnceTheLeaseIsBack() {
        members = new MembersFixture(Duration.ofSeconds(3));
        Node one = members.host("one");
        members.awaitShared(one);
        one.purse("dropped").receive(5).await(LIMIT);

        members.shutDown(one);
        Promise<Long> cold = one.purse("cold").cents();
        assertThatThrownBy(() -> one.purse("dropped").receive(1).await(LIMIT))
                .isInstanceOf(StoreUnavailableException.class);
        for (String key : new String[] {"cold", "dropped"}) {
            Await.until("the lease has ended", LIMIT, () -> isRefused(one, key));
        }
        assertThatThrownBy(() -> cold.await(LIMIT)).isInstanceOf(StoreUnavailableException.class);

        members.startAgain();
        Await.until("it serves again", LIMIT, () -> !isRefused(one, "other"));
        assertThat(one.purse("cold").cents().await(LIMIT)).isEqualTo(1_000);
        assertThat(one.purse("dropped").cents().await(LIMIT)).isBetween(1_005L, 1_006L);
    }

    @Test
    void shouldTakeOverFromAnOwnerThatIsCutOffAfterItsLease() {
        members = new MembersFixture(Duration.ofSeconds(3));
        Node one = members.host("one");
        Node two = members.host("two");
        members.awaitShared(one, two);
        for (int i = 0; i < KEYS; i++) {
            two.purse("k" + i).receive(1).await(LIMIT);
        }

        members.shutDown(one);
        members.awaitShared(two);
        for (int i = 0; i < KEYS; i++) {
            Purse purse = two.purse("k" + i);
            Await.until("the owner that was cut off is not asked any more", LIMIT, () -> isAnswered(purse));
            assertThat(purse.receive(1).await(LIMIT)).isEqualTo(1_002);
        }

        members.startAgain();
        assertThat(one.cluster().ended().await(LIMIT)).contains("it is dead by the registry");
        for (int i = 0; i < KEYS; i++) {
            assertThat(two.purse("k" + i).cents().await(LIMIT)).isEqualTo(1_002);
        }
    }

    private static boolean isAnswered(Purse purse) {
        try {
            return purse.cents().await(LIMIT) == 1_001;
        } catch (LinkLostException e) {
            return false;
        }
    }

    private static boolean isRefused(Node node, String key) {
        try {
            node.purse(key).cents().await(LIMIT);
            return false;
        } catch (StoreUnavailableException e) {
            assertThat(e.maybeExecuted()).isFalse();
            return true;
        }
    }
}
