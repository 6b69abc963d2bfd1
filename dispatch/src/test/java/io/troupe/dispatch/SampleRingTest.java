// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.support.ProbeCell;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SampleRingTest {
    private final SampleRing ring = new SampleRing();
    private final Cell one = new ProbeCell(cell -> {});
    private final Cell other = new ProbeCell(cell -> {});

    private List<String> drain() {
        List<String> seen = new ArrayList<>();
        ring.drainTo((first, second, nanos, count, weight) ->
                seen.add((first == one ? "one" : "?") + (second == null ? "" : second == other ? " other" : " ?") + " "
                        + nanos + " " + count + " " + weight));
        return seen;
    }

    @Test
    void shouldGiveEverySampleOnce() {
        ring.add(one, null, 10, 2, 3);
        ring.add(one, other, 0, 0, 4);
        assertThat(drain()).containsExactly("one 10 2 3", "one other 0 0 4");
        assertThat(drain()).isEmpty();
        ring.add(one, null, 11, 1, 1);
        assertThat(drain()).containsExactly("one 11 1 1");
    }

    @Test
    void shouldKeepTheLatestWhenNobodyReads() {
        for (int i = 0; i < SampleRing.SLOTS + 5; i++) {
            ring.add(one, null, i, 0, 1);
        }
        assertThat(drain())
                .hasSize(SampleRing.SLOTS)
                .startsWith("one 5 0 1")
                .endsWith("one " + (SampleRing.SLOTS + 4) + " 0 1");
    }

    @Test
    void shouldHoldNoCellAfterItWasCleared() {
        ring.add(one, other, 1, 1, 1);
        ring.clear();
        assertThat(drain()).isEmpty();
    }
}
