// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.WorkerConfig;
import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.ProbeCell;
import io.troupe.dispatch.support.ReadyList;
import io.troupe.dispatch.support.Task;
import java.util.Random;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How long a turn may be, by a clock that only the messages move. */
class TurnSliceTest {
    private static final long SLICE = 1_000_000;
    private static final int MESSAGES = 20_000;

    private long now;
    private final SliceClock clock = SliceClock.reading(() -> now);
    private final ReadyList home = new ReadyList(new TurnLimits(512, SLICE, 256, clock));
    private final ProbeCell cell = new ProbeCell(home);
    private long longest;

    static Stream<Arguments> costs() {
        Random random = new Random(42);
        return Stream.of(
                pattern("always cheap", i -> 50),
                pattern("always slow", i -> 400_000),
                pattern("by turns", i -> i % 2 == 0 ? 1_000 : 200_000),
                pattern("one in 64, where samples were", i -> i % 64 == 0 ? 1_000 : 200_000),
                pattern("one in 64, where samples were not", i -> i % 64 == 1 ? 3_000_000 : 100),
                pattern("slow all of a sudden", i -> i < MESSAGES / 2 ? 50 : 400_000),
                pattern("cheap all of a sudden", i -> i < 1_000 ? 400_000 : 50),
                pattern("by chance", i -> random.nextInt(100) == 0 ? 2_000_000 : random.nextInt(5_000)));
    }

    private static Arguments pattern(String name, IntToLongFunction cost) {
        return Arguments.of(name, cost);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("costs")
    void shouldEndATurnWithTheMessageInWhichItsSliceIsOver(String name, IntToLongFunction cost) {
        for (int i = 0; i < MESSAGES; i++) {
            cell.offer(costing(cost.applyAsLong(i)));
        }
        assertAllTurnsInTime();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("costs")
    void shouldEndATurnWithTheCallbackInWhichItsSliceIsOver(String name, IntToLongFunction cost) {
        for (int i = 0; i < MESSAGES; i++) {
            cell.signal(costing(cost.applyAsLong(i)));
        }
        assertAllTurnsInTime();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("costs")
    void shouldCountCallbacksAndMessagesTogether(String name, IntToLongFunction cost) {
        for (int i = 0; i < MESSAGES; i++) {
            Task task = costing(cost.applyAsLong(i));
            if (i % 3 == 0) {
                cell.signal(task);
            } else {
                cell.offer(task);
            }
        }
        assertAllTurnsInTime();
    }

    /** A thousand ticks a second cost one or two per cent of a small machine. */
    @Test
    void shouldLetTheTickerSleepWhileMessagesAreSlow() {
        SliceClock ticked = SliceClock.unwanted(() -> now);
        ReadyList worker = new ReadyList(new TurnLimits(512, SLICE, 256, ticked));
        ProbeCell slow = new ProbeCell(worker);
        slow.offer(costing(100_000));
        worker.runAll();
        assertThat(ticked.isWanted()).as("by a turn of unknown cost").isTrue();
        ticked.unwant();
        for (int i = 0; i < 100; i++) {
            slow.offer(costing(100_000));
        }
        worker.runAll();
        assertThat(slow.hasWork()).isFalse();
        assertThat(ticked.isWanted()).as("by turns of slow messages").isFalse();
    }

    /** An actor that was told once, before all classes were loaded, and gets nothing but answers from then on. */
    @Test
    void shouldForgetThatAMessageWasSlowAsCallbacksCome() {
        cell.offer(costing(5_000_000));
        home.runAll();
        assertThat(cell.serviceNanos()).isEqualTo(5_000_000);
        for (int i = 0; i < 20_000; i++) {
            cell.signal(costing(50));
        }
        home.runAll();
        assertThat(cell.serviceNanos()).isLessThan(1_000);
        cell.offer(costing(0));
        for (int i = 0; i < 100; i++) { // one of them is measured
            cell.offer(costing(4_000_000));
        }
        home.runAll();
        assertThat(cell.serviceNanos()).isGreaterThan(900_000);
    }

    private Task costing(long nanos) {
        return new Task(self -> {
            now += nanos;
            longest = Math.max(longest, nanos);
        });
    }

    private void assertAllTurnsInTime() {
        boolean more;
        do {
            long begun = now;
            longest = 0;
            more = home.runTurn();
            assertThat(now - begun).as("nanoseconds of a turn").isLessThanOrEqualTo(SLICE + longest);
        } while (more);
        assertThat(cell.hasWork()).isFalse();
    }

    @Test
    void shouldGiveMessagesTheirTurnThoughCallbacksTakeEverySlice() {
        cell.signal(new Task(this::callAgain));
        cell.offer(new Note(0, 0));
        cell.offer(new Note(0, 1));
        for (int i = 0; i < 8; i++) {
            home.runTurn();
        }
        assertThat(cell.numbers()).containsExactly(0, 1);
    }

    @Test
    void shouldRunCallbacksFirstAgainOnceMessagesHaveHadATurn() {
        cell.signal(costing(SLICE));
        home.runAll();
        cell.offer(new Note(0, 0));
        home.runAll();
        cell.offer(new Note(0, 1));
        cell.signal(new Note(0, 2));
        home.runAll();
        assertThat(cell.numbers()).containsExactly(0, 2, 1);
    }

    private void callAgain(ProbeCell self) {
        now += SLICE;
        self.signal(new Task(this::callAgain));
    }

    @Test
    void shouldGiveCallbacksTheirTurnThoughMessagesTakeEverySlice() {
        for (int i = 0; i < 10; i++) {
            cell.offer(costing(SLICE));
        }
        home.runTurn();
        cell.signal(new Note(1, 0));
        home.runTurn();
        assertThat(cell.count()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 16})
    void shouldNotBeDeceivedByCostsThatBeatWithTheSamples(int period) {
        long sum = 0;
        for (int i = 0; i < MESSAGES; i++) {
            cell.offer(costing(i % period == 0 ? 1_000L * period : 0));
            home.runAll();
            sum += cell.serviceNanos();
        }
        assertThat(sum / MESSAGES).as("average cost of a microsecond").isBetween(500L, 1_500L);
    }

    @Test
    void shouldLetNobodyWaitLongForWorkersWhoseCellsAlwaysHaveMessages() {
        WorkerConfig usual = WorkerConfig.of("usual", 1);
        ReadyList worker = new ReadyList(
                new TurnLimits(usual.turnMessages(), usual.turnTime().toNanos(), usual.turnCallbacks(), clock));
        ProbeCell flood = new ProbeCell(worker);
        for (int i = 0; i < MESSAGES; i++) {
            flood.offer(costing(1_000));
        }
        while (flood.hasWork()) {
            long begun = now;
            worker.runTurn();
            assertThat(now - begun).as("nanoseconds of a turn").isLessThanOrEqualTo(50_000);
        }
    }

    @Test
    void shouldEndATurnWithTheMessageInWhichTheClockTicks() {
        SliceClock ticking = SliceClock.ticking();
        ReadyList ticked = new ReadyList(new TurnLimits(512, SLICE / 10, 256, ticking));
        ProbeCell busy = new ProbeCell(ticked);
        for (int i = 0; i < 100; i++) {
            busy.offer(new Note(0, i));
        }
        busy.tell(new Task(self -> ticking.advance()));
        busy.offer(new Note(0, 101));
        ticked.runTurn();
        assertThat(busy.count()).isEqualTo(100);
        ticked.runTurn();
        assertThat(busy.count()).isEqualTo(101);
    }

    @Test
    void shouldLetAsManyTicksPassAsFitIntoTheSlice() {
        SliceClock ticking = SliceClock.ticking();
        ReadyList ticked = new ReadyList(new TurnLimits(512, 5 * SliceClock.TICK_NANOS, 256, ticking));
        ProbeCell busy = new ProbeCell(ticked);
        for (int i = 0; i < 10; i++) {
            busy.tell(new Task(self -> ticking.advance()));
            busy.offer(new Note(0, i));
        }
        ticked.runTurn();
        assertThat(busy.count()).isEqualTo(4);
    }

    @Test
    void shouldNotLimitTheTimeOfATurnThatMayTakeForEver() {
        ReadyList endless = new ReadyList(new TurnLimits(512, Long.MAX_VALUE, 256));
        ProbeCell busy = new ProbeCell(endless);
        for (int i = 0; i < 512; i++) {
            busy.tell(costing(SLICE));
        }
        endless.runTurn();
        assertThat(busy.hasWork()).isFalse();
    }
}
