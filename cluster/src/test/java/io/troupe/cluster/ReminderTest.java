// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static io.troupe.cluster.DurableFixture.LIMIT;
import static io.troupe.cluster.DurableFixture.MANY;
import static io.troupe.cluster.DurableFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReminderTest {
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

    private void awaitCame(String key, Long... came) throws Exception {
        await(() -> purses.purse(key).came().await(LIMIT), List.of(came));
    }

    private void pass(long seconds) {
        purses.clock.advance(Duration.ofSeconds(seconds));
    }

    private long next() {
        return purses.store.nextReminder(-1);
    }

    @Test
    void shouldFireOnceWhenItIsDue() throws Exception {
        purses.store.release(MANY);
        purses.host().purse("a").remindOnce("tea", 60, 5).await(LIMIT);
        pass(59);
        assertThat(purses.purse("a").came().await(LIMIT)).isEmpty();
        assertThat(next()).isEqualTo(60_000);
        pass(1);
        awaitCame("a", 5L);
        await(this::next, Long.MAX_VALUE);
        pass(3_600);
        assertThat(purses.purse("a").came().await(LIMIT)).containsExactly(5L);
    }

    @Test
    void shouldDeleteTheRowInTheCommitOfWhatItUpdates() throws Exception {
        purses.store.release(1);
        purses.host().purse("a").remindOnce("tea", 60, 5).await(LIMIT);
        purses.store.awaitCommit();
        pass(60);
        purses.store.awaitCommit();
        purses.store.release(1);
        awaitCame("a", 5L);
        assertThat(next()).isEqualTo(Long.MAX_VALUE);
        assertThat(purses.store.batches()).hasSize(2);
    }

    @Test
    void shouldFireAgainAndAgainUntilItIsCancelled() throws Exception {
        purses.store.release(MANY);
        purses.host().purse("a").remindAlways("tea", 10, 60).await(LIMIT);
        pass(10);
        awaitCame("a", 0L);
        await(this::next, 70_000L);
        pass(60);
        awaitCame("a", 0L, 0L);
        await(this::next, 130_000L);
        purses.purse("a").cancelReminder("tea").await(LIMIT);
        assertThat(next()).isEqualTo(Long.MAX_VALUE);
        pass(600);
        assertThat(purses.purse("a").came().await(LIMIT)).hasSize(2);
    }

    @Test
    void shouldFireOnceAndLateWhatWasMissedWhileNothingRan() throws Exception {
        purses.store.release(MANY);
        purses.host().purse("a").remindAlways("tea", 10, 60).await(LIMIT);
        purses.purse("b").remindOnce("tea", 100, 0).await(LIMIT);
        purses.stop();
        pass(200);
        purses.start();
        purses.host();
        awaitCame("a", 190L);
        awaitCame("b", 100L);
        await(this::next, 250_000L);
    }

    @Test
    void shouldReplaceAReminderOfTheSameName() throws Exception {
        purses.store.release(MANY);
        Purse a = purses.host().purse("a");
        a.remindOnce("tea", 10, 5).await(LIMIT);
        a.remindOnce("tea", 20, 6).await(LIMIT);
        a.remindOnce("coffee", 10, 7).await(LIMIT);
        pass(10);
        awaitCame("a", 7L);
        pass(10);
        awaitCame("a", 7L, 6L);
    }

    @Test
    void shouldNotFireTwiceIfTheCommitIsLost() throws Exception {
        purses.store.release(1);
        purses.host().purse("a").remindOnce("tea", 60, 5).await(LIMIT);
        purses.store.awaitCommit();
        pass(60);
        purses.store.awaitCommit();
        purses.store.failNext();
        purses.stop();
        purses.start();
        assertThat(next()).isEqualTo(60_000);
        purses.host();
        awaitCame("a", 5L);
        await(this::next, Long.MAX_VALUE);
    }

    @Test
    void shouldTryAgainWhatHasFailed() throws Exception {
        Purse.failing = true;
        purses.store.release(MANY);
        purses.host().purse("a").remindOfFailure("tea").await(LIMIT);
        pass(1);
        await(Purse.FAILURES::get, 1);
        await(this::next, 2_000L);
        pass(1);
        await(Purse.FAILURES::get, 2);
        await(this::next, 4_000L);
        Purse.failing = false;
        pass(2);
        awaitCame("a", 7L);
        await(this::next, Long.MAX_VALUE);
    }

    @Test
    void shouldLetOthersBeCalledWhileManyAreDue() throws Exception {
        purses.store.release(MANY);
        purses.host();
        List<Promise<Void>> set = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            set.add(purses.purse("p" + i % 500).remindOnce("r" + i, 60, 1));
        }
        Promise.all(set).await(LIMIT);
        purses.store.block();
        pass(60);
        purses.store.awaitCommit();
        assertThat(purses.purse("other").cents().await(LIMIT)).isEqualTo(1_000);
        purses.store.release(MANY);
        await(this::next, Long.MAX_VALUE);
        long cents = 0;
        for (int i = 0; i < 500; i++) {
            cents += purses.purse("p" + i).cents().await(LIMIT);
        }
        assertThat(cents).isEqualTo(510_000);
    }

    @Test
    void shouldRefuseRemindersThatBreakTheRule() {
        purses.store.release(MANY);
        Purse a = purses.host().purse("a");
        assertThatThrownBy(() -> a.remindOfNothing("tea").await(LIMIT))
                .hasMessage("a reminder must make one call: name=tea, calls=0");
        assertThatThrownBy(() -> a.remindOnce("", 1, 1).await(LIMIT))
                .hasMessage("name of a reminder must have 1 to 512 characters: length=0");
        assertThatThrownBy(() -> a.remindOnce("tea", -1, 1).await(LIMIT))
                .hasMessage("delay must be from 0 to 36500 days: delay=PT-1S");
        assertThatThrownBy(() -> a.remindAlways("tea", 1, 0).await(LIMIT))
                .hasMessage("every must be from 1 second to 36500 days: every=PT0S");
    }
}
