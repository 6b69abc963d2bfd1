// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryAccountTest {
    private static final long LIMIT = 1 << 20;

    private final MemoryBudget budget = MemoryBudget.of(LIMIT);
    private final MemoryAccount account = budget.account(QueueKind.CHANNEL, "orders", this);

    @Test
    void shouldAskForNothingBelowTheReserve() {
        budget.reserve(2 * LIMIT);
        assertThat(account.tryGrow(MemoryAccount.RESERVE)).isTrue();
        assertThat(account.granted()).isZero();
        assertThat(account.tryGrow(MemoryAccount.RESERVE + 1)).isFalse();
    }

    @Test
    void shouldAskForLargerGrantsWhenTheQueueIsLong() {
        assertThat(account.tryGrow(MemoryAccount.RESERVE + 1)).isTrue();
        assertThat(budget.used()).isEqualTo(2 * MemoryAccount.RESERVE);
        assertThat(account.tryGrow(MemoryAccount.GRANT + 1)).isTrue();
        assertThat(budget.used()).isEqualTo(2 * MemoryAccount.GRANT);
    }

    @Test
    void shouldHaveAsMuchAsIsFree() {
        long held = 0;
        while (account.tryGrow(held + 1000)) {
            held += 1000;
        }
        assertThat(account.granted()).isEqualTo(LIMIT / 2);
    }

    @Test
    void shouldTakeWhatIsThereAlready() {
        budget.reserve(2 * LIMIT);
        account.grow(LIMIT);
        assertThat(account.granted()).isEqualTo(LIMIT);
        assertThat(budget.level()).isEqualTo(MemoryLevel.FULL);
    }

    @Test
    void shouldKeepOneGrantMoreThanItNeedsUntilItIsEmpty() {
        account.grow(100 * MemoryAccount.GRANT);
        account.shrink(50 * MemoryAccount.GRANT);
        assertThat(budget.used()).isEqualTo(51 * MemoryAccount.GRANT);
        account.shrink(50 * MemoryAccount.GRANT - 1);
        assertThat(budget.used()).isEqualTo(51 * MemoryAccount.GRANT);
        account.shrink(1);
        assertThat(budget.used()).isEqualTo(2 * MemoryAccount.RESERVE);
        account.shrink(0);
        assertThat(budget.used()).isZero();
    }

    @Test
    void shouldHaveRoomAgainWhenTwiceAsMuchIsFree() {
        account.grow(LIMIT / 2);
        assertThat(account.hasRoom()).isFalse();
        account.shrink(LIMIT / 4);
        assertThat(account.hasRoom()).isTrue();
    }

    @Test
    void shouldShowTheLargestFirstAndNothingOfNobody() {
        account.grow(2 * MemoryAccount.GRANT);
        account.note(7, 3);
        MemoryBudget link = budget.part("peer", LIMIT);
        link.reserve(1);
        MemoryAccount idle = budget.account(QueueKind.LINE, "idle", this);
        assertThat(budget.largest(10))
                .containsExactly(
                        new QueueMemory("peer", QueueKind.LINK, MemoryBudget.GRANT, -1, -1),
                        new QueueMemory("orders", QueueKind.CHANNEL, 2 * MemoryAccount.GRANT, 7, 3));
        assertThat(budget.largest(1)).extracting(QueueMemory::name).containsExactly("peer");
        link.release(1);
        account.close();
        idle.close();
        assertThat(budget.largest(10)).isEmpty();
        assertThat(budget.used()).isZero();
    }

    @Test
    void shouldGiveBackWhatQueuesHadThatAreGarbage() {
        for (int i = 0; i < 1000; i++) {
            budget.account(QueueKind.CHANNEL, "forgotten", new Object()).grow(500);
            budget.account(QueueKind.CHANNEL, "full", new Object()).grow(5000);
        }
        assertThat(budget.used()).isPositive();
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (budget.used() > 0 && System.nanoTime() < end) {
            System.gc();
            List<QueueMemory> unused = budget.largest(1);
            assertThat(unused.size()).isLessThanOrEqualTo(1);
        }
        assertThat(budget.used()).isZero();
    }

    @Test
    void shouldRecordEachLevelOnceWhileTheQueueIsAtItsEdge(@TempDir Path folder) throws Exception {
        List<String> levels = new ArrayList<>();
        try (Recording recording = new Recording()) {
            recording.enable("io.troupe.MemoryLevel");
            recording.start();
            for (long percent : new long[] {50, 71, 69, 71, 86, 96, 101, 84, 40}) {
                long more = LIMIT * percent / 100 - budget.used();
                budget.reserve(Math.max(0, more));
                budget.release(Math.max(0, -more));
            }
            recording.stop();
            Path file = folder.resolve("levels.jfr");
            recording.dump(file);
            for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
                if (event.getLong("limit") == LIMIT) {
                    levels.add(event.getString("level"));
                }
            }
        }
        assertThat(levels).containsExactly("HIGH", "HOLDING", "REFUSING", "FULL", "HIGH", "NORMAL");
    }
}
