// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static io.troupe.cluster.DurableFixture.LIMIT;
import static io.troupe.cluster.DurableFixture.MANY;
import static io.troupe.cluster.DurableFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.actor.StoreUnavailableException;
import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StoredEffect;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EffectsTest {
    private final DurableFixture purses = new DurableFixture();

    @BeforeEach
    void reset() {
        Purse.FAILURES.set(0);
        Purse.failing = false;
    }

    @AfterEach
    void close() {
        purses.close();
    }

    private void awaitNoRows() throws Exception {
        await(() -> purses.store.effects(0, 10), List.<StoredEffect>of());
    }

    @Test
    void shouldCallTheOtherOnceTheUpdateIsStored() throws Exception {
        purses.host();
        Promise<Long> paid = purses.purse("a").pay("b", 7);
        purses.store.awaitCommit();
        assertThat(purses.purse("b").came().await(LIMIT)).isEmpty();
        purses.store.release(MANY);
        assertThat(paid.await(LIMIT)).isEqualTo(993);
        awaitNoRows();
        assertThat(purses.purse("b").came().await(LIMIT)).containsExactly(7L);
        assertThat(purses.purse("b").cents().await(LIMIT)).isEqualTo(1007);
        assertThat(purses.store.callIds(new StateKey("purse", "b"), 10)).isEmpty();
    }

    @Test
    void shouldStoreTheCallInTheCommitOfTheState() throws Exception {
        purses.host();
        purses.purse("a").payMany("b", 3);
        purses.store.awaitCommit();
        purses.store.release(1);
        purses.store.awaitCommit();
        assertThat(purses.store.batches().get(0)).singleElement().satisfies(write -> {
            assertThat(write.state()).isNotNull();
            assertThat(write.rows().effects()).extracting(StoredEffect::method).containsOnly("take(long)");
        });
    }

    @Test
    void shouldNotCallTheOtherIfTheUpdateIsNotStored() throws Exception {
        purses.host();
        Promise<Long> lost = purses.purse("a").pay("b", 7);
        purses.store.awaitCommit();
        purses.store.failNext();
        purses.store.release(MANY);
        assertThatThrownBy(() -> lost.await(LIMIT)).isInstanceOf(StoreUnavailableException.class);
        assertThat(purses.purse("a").pay("b", 1).await(LIMIT)).isEqualTo(999);
        awaitNoRows();
        assertThat(purses.purse("b").came().await(LIMIT)).containsExactly(1L);
    }

    @Test
    void shouldCallInOrderOfTheSender() throws Exception {
        purses.host();
        purses.store.release(MANY);
        for (long i = 1; i <= 300; i++) {
            if (i % 2 == 0) {
                purses.purse("a").pay("b", i);
            } else {
                purses.purse("a").payByTell("b", i);
            }
        }
        purses.purse("a").cents().await(LIMIT);
        awaitNoRows();
        assertThat(purses.purse("b").came().await(LIMIT))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 300).boxed().toList());
    }

    @Test
    void shouldCallMoreThanItKeepsInMemory() throws Exception {
        purses.host();
        purses.store.release(MANY);
        for (int i = 0; i < 8; i++) {
            purses.purse("a" + i % 2).payMany("b", 200);
        }
        purses.purse("a0").cents().await(LIMIT);
        purses.purse("a1").cents().await(LIMIT);
        awaitNoRows();
        assertThat(purses.purse("b").cents().await(LIMIT)).isEqualTo(2_600);
    }

    @Test
    void shouldCallAfterARestartWhatWasStoredBefore() throws Exception {
        purses.host();
        Promise<Long> paid = purses.purse("a").pay("b", 7);
        purses.store.awaitCommit();
        purses.store.release(1); // the update, and nothing after it
        assertThat(paid.await(LIMIT)).isEqualTo(993);
        purses.store.awaitCommit(); // what b has done
        purses.store.failNext();
        purses.stop();
        purses.start();
        assertThat(purses.store.effects(0, 10)).hasSize(1);
        purses.host();
        awaitNoRows();
        assertThat(purses.purse("b").came().await(LIMIT)).containsExactly(7L);
    }

    @Test
    void shouldNotCallAgainWhatWasDoneBeforeTheAnswerWasStored() throws Exception {
        purses.host();
        purses.purse("a").pay("b", 7);
        for (int i = 0; i < 2; i++) { // the update, and what b has done
            purses.store.awaitCommit();
            purses.store.release(1);
        }
        purses.store.awaitCommit(); // the end of the row
        purses.store.failNext();
        purses.stop();
        purses.start();
        assertThat(purses.store.effects(0, 10)).hasSize(1);
        assertThat(purses.store.callIds(new StateKey("purse", "b"), 10)).hasSize(1);
        purses.host();
        awaitNoRows();
        assertThat(purses.purse("b").came().await(LIMIT)).containsExactly(7L);
        assertThat(purses.store.callIds(new StateKey("purse", "b"), 10)).isEmpty();
    }

    @Test
    void shouldGiveUpAfterTwentyFailuresAndGoOnWithTheNext() throws Exception {
        Purse.failing = true;
        purses.host();
        purses.store.release(MANY);
        purses.purse("a").payOrFail("b", 7).await(LIMIT);
        purses.purse("a").pay("b", 8).await(LIMIT);
        assertThat(purses.system().deadLetters(DeadLetter.Reason.GIVEN_UP)).isZero();
        await(
                () -> {
                    purses.clock.advance(Duration.ofSeconds(10));
                    return purses.system().deadLetters(DeadLetter.Reason.GIVEN_UP);
                },
                1L);
        assertThat(Purse.FAILURES.get()).isEqualTo(StoredEffect.MOST_TRIES);
        awaitNoRows();
        assertThat(purses.cluster.deadEffects()).isEqualTo(1);
        assertThat(purses.purse("b").came().await(LIMIT)).containsExactly(8L);
        Purse.failing = false;
        assertThat(purses.cluster.requeueEffects()).isEqualTo(1);
        awaitNoRows();
        assertThat(purses.purse("b").came().await(LIMIT)).containsExactly(8L, 7L);
        assertThat(purses.cluster.deadEffects()).isZero();
    }

    @Test
    void shouldNotCountWhatWasNotExecuted() throws Exception {
        purses.host();
        purses.store.release(MANY);
        purses.purse("a").pay("c", 1).await(LIMIT);
        awaitNoRows();
        purses.store.failLoads(3);
        purses.purse("a").pay("b", 7).await(LIMIT);
        await(() -> purses.store.loads() >= 3, true);
        assertThat(purses.store.effects(0, 1)).extracting(StoredEffect::tries).containsExactly(0);
        await(
                () -> {
                    purses.clock.advance(Duration.ofSeconds(1));
                    return purses.store.effects(0, 10);
                },
                List.<StoredEffect>of());
        assertThat(purses.purse("b").came().await(LIMIT)).containsExactly(7L);
    }

    @Test
    void shouldWaitForAClassThatIsNotHostedYet() throws Exception {
        purses.cluster.host(Sender.class, Sender::new);
        purses.store.release(MANY);
        purses.cluster.actor(Sender.class, "s").send("b").await(LIMIT);
        assertThat(purses.store.effects(0, 10)).hasSize(1);
        purses.host();
        awaitNoRows();
        assertThat(purses.purse("b").came().await(LIMIT)).containsExactly(3L);
    }

    @Test
    void shouldRefuseEffectsThatBreakTheRule() {
        purses.host();
        purses.store.release(MANY);
        Purse a = purses.purse("a");
        assertThatThrownBy(() -> a.payMany("b", 1001).await(LIMIT))
                .hasMessage("an update must cause at most 1000 calls: type=purse, key=a");
        assertThatThrownBy(() -> a.payNote("b", new byte[70_000]).await(LIMIT))
                .hasMessageStartingWith("the arguments of an effect must have at most 65536 bytes");
        assertThatThrownBy(() -> a.payWith("b", a).await(LIMIT))
                .hasMessageStartingWith("the arguments of an effect must have an encoding: type=purse, key=a");
        assertThatThrownBy(() -> a.payLate().await(LIMIT))
                .hasMessage("effects must be caused while the update is made, not later: type=purse, key=a");
        assertThat(a.payAndListen("b").await(LIMIT)).startsWith("the answer of an effect cannot be used");
        assertThat(a.gone().await(LIMIT)).isZero();
    }
}
