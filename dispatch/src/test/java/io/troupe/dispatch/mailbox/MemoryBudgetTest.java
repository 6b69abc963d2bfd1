// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
    private static final long LIMIT = 4 * MemoryBudget.GRANT;

    private final MemoryBudget system = MemoryBudget.of(LIMIT);

    @Test
    void shouldRefuseWhatDoesNotFit() {
        assertThat(system.tryReserve(LIMIT - 1)).isTrue();
        assertThat(system.tryReserve(2)).isFalse();
        assertThat(system.tryReserve(1)).isTrue();
        assertThat(system.free()).isZero();
        system.release(LIMIT);
        assertThat(system.used()).isZero();
        assertThat(system.peak()).isEqualTo(LIMIT);
    }

    @Test
    void shouldLetWhatIsTooLargeGoAlone() {
        assertThat(system.tryReserve(2 * LIMIT)).isTrue();
        assertThat(system.tryReserve(1)).isFalse();
        system.release(2 * LIMIT);
        assertThat(system.tryReserve(1)).isTrue();
        assertThat(system.tryReserve(2 * LIMIT)).isFalse();
    }

    @Test
    void shouldRefuseMoreThanCanBeCounted() {
        MemoryBudget part = system.part("part", LIMIT);
        assertThat(part.tryReserve(1)).isTrue();
        assertThat(part.tryReserve(Long.MAX_VALUE)).isFalse();
        assertThat(part.used()).isEqualTo(1);
        part.release(1);
        assertThat(part.tryReserve(Long.MAX_VALUE)).isTrue();
        assertThat(part.tryReserve(1)).isFalse();
        part.release(Long.MAX_VALUE);
        assertThat(part.used()).isZero();
        assertThat(system.used()).isZero();
    }

    @Test
    void shouldReserveWhatIsThereAlready() {
        system.reserve(3 * LIMIT);
        assertThat(system.used()).isEqualTo(3 * LIMIT);
        assertThat(system.tryReserve(1)).isFalse();
        system.release(3 * LIMIT);
        assertThat(system.free()).isEqualTo(LIMIT);
    }

    /** One takes half, a second half of the rest, and so on. */
    @Test
    void shouldLeaveRoomForOthersWhateverOneHolds() {
        long first = fill();
        assertThat(first).isEqualTo(LIMIT / 2);
        long second = fill();
        assertThat(second).isEqualTo(LIMIT / 4);
        assertThat(system.tryReserve(1)).isTrue();
    }

    private long fill() {
        long own = 0;
        while (system.tryReserve(1024, own)) {
            own += 1024;
        }
        return own;
    }

    @Test
    void shouldKeepToTheLimitOfTheWhole() {
        MemoryBudget one = system.part("link", LIMIT);
        MemoryBudget two = system.part("link", LIMIT);
        assertThat(one.tryReserve(3 * MemoryBudget.GRANT)).isTrue();
        assertThat(two.tryReserve(2 * MemoryBudget.GRANT)).isFalse();
        assertThat(two.tryReserve(MemoryBudget.GRANT)).isTrue();
        assertThat(two.free()).isZero();
        one.release(3 * MemoryBudget.GRANT);
        two.release(MemoryBudget.GRANT);
        assertThat(system.used()).isZero();
    }

    @Test
    void shouldShutNobodyOutWhateverOthersHold() {
        system.reserve(2 * LIMIT);
        MemoryBudget part = system.part("link", LIMIT);
        assertThat(part.free()).isEqualTo(MemoryBudget.GRANT);
        assertThat(part.tryReserve(MemoryBudget.GRANT)).isTrue();
        assertThat(part.tryReserve(1)).isFalse();
        assertThat(part.free()).isZero();
        part.release(MemoryBudget.GRANT);
        assertThat(system.used()).isEqualTo(2 * LIMIT);
    }

    /** One part of a budget leaves room for others, too. */
    @Test
    void shouldGiveAPartHalfOfTheWholeAtMost() {
        MemoryBudget whole = MemoryBudget.of(16 * MemoryBudget.GRANT);
        MemoryBudget part = whole.part("link", Long.MAX_VALUE);
        long held = 0;
        while (part.tryReserve(1024)) {
            held += 1024;
        }
        assertThat(held).isEqualTo(8 * MemoryBudget.GRANT);
    }

    @Test
    void shouldTakeAnotherLimitAtAnyTime() {
        system.reserve(LIMIT);
        system.limit(2 * LIMIT);
        assertThat(system.tryReserve(LIMIT)).isTrue();
        system.limit(1);
        assertThat(system.tryReserve(1)).isFalse();
        assertThat(system.free()).isZero();
    }

    @Test
    void shouldRefuseNonsense() {
        assertThatThrownBy(() -> MemoryBudget.of(0)).hasMessageContaining("limit=0");
        assertThatThrownBy(() -> MemoryBudget.ofHeap(0)).hasMessageContaining("part=0.0");
        assertThatThrownBy(() -> MemoryBudget.ofHeap(2)).hasMessageContaining("part=2.0");
        assertThatThrownBy(() -> system.tryReserve(-1)).hasMessageContaining("bytes=-1");
        assertThat(MemoryBudget.ofHeap(0.25).limit())
                .isEqualTo(Runtime.getRuntime().maxMemory() / 4);
    }

    /** Whatever several threads do with several parts, in the end nothing is in use and nothing is granted. */
    @Test
    void shouldGiveAllBack() throws Exception {
        List<MemoryBudget> parts = List.of(system.part("link", LIMIT / 2), system.part("link", LIMIT));
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            SplittableRandom random = new SplittableRandom(i);
            threads.add(new Thread(() -> useAndGiveBack(parts, random)));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(parts).allSatisfy(part -> assertThat(part.used()).isZero());
        assertThat(system.used()).isZero();
    }

    private static void useAndGiveBack(List<MemoryBudget> parts, SplittableRandom random) {
        for (int i = 0; i < 20_000; i++) {
            MemoryBudget part = parts.get(random.nextInt(parts.size()));
            long bytes = random.nextLong(2 * MemoryBudget.GRANT);
            if (random.nextInt(4) == 0) {
                part.reserve(bytes);
                part.release(bytes);
            } else if (part.tryReserve(bytes)) {
                part.release(bytes);
            }
        }
    }

    @Test
    void shouldLetCachesGoWheneverItGetsHigh() {
        AtomicInteger told = new AtomicInteger();
        MemoryBudget budget = MemoryBudget.of(1000);
        MemoryBudget.whenHigh(told::incrementAndGet);
        budget.reserve(600);
        int before = told.get();
        budget.reserve(100);
        assertThat(told.get()).isGreaterThan(before);
        budget.release(700);
        before = told.get();
        budget.part("link", 1000).reserve(900); // takes more than that
        assertThat(told.get()).isGreaterThan(before);
    }
}
