// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.support.ProbeCell;
import io.troupe.dispatch.support.Team;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ReadyStackTest {
    private final ReadyStack stack = new ReadyStack();

    @Test
    void shouldTakeAllOldestFirst() {
        List<Cell> cells = List.of(cell(), cell(), cell());
        cells.forEach(stack::push);
        assertThat(stack.isEmpty()).isFalse();
        assertThat(takeAll()).isEqualTo(cells);
        assertThat(stack.isEmpty()).isTrue();
        assertThat(stack.takeAll()).isNull();
    }

    @Test
    void shouldTakeACellAgainThatWasPushedAgain() {
        Cell cell = cell();
        for (int i = 0; i < 3; i++) {
            stack.push(cell);
            assertThat(takeAll()).containsExactly(cell);
        }
    }

    @Test
    void shouldGiveEachCellToOneOfSeveralTakers() {
        int each = 20_000;
        Map<Cell, AtomicInteger> taken = new ConcurrentHashMap<>();
        AtomicInteger count = new AtomicInteger();
        Runnable pusher = () -> {
            for (int i = 0; i < each; i++) {
                stack.push(cell());
            }
        };
        Runnable taker = () -> {
            while (count.get() < 2 * each) {
                for (Cell cell : takeAll()) {
                    taken.computeIfAbsent(cell, key -> new AtomicInteger()).incrementAndGet();
                    count.incrementAndGet();
                }
            }
        };
        Team.of(pusher, pusher, taker, taker).join();
        assertThat(taken).hasSize(2 * each);
        assertThat(taken.values()).allSatisfy(times -> assertThat(times).hasValue(1));
    }

    private static Cell cell() {
        return new ProbeCell(ready -> {});
    }

    private List<Cell> takeAll() {
        List<Cell> cells = new ArrayList<>();
        Cell at = stack.takeAll();
        while (at != null) {
            Cell following = ReadyStack.next(at);
            cells.add(at);
            at = following;
        }
        return cells;
    }
}
