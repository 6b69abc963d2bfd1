// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.locality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryTest {
    @ParameterizedTest
    @EnumSource(Memory.Variant.class)
    void shouldCountEveryAccessInTheStateItself(Memory.Variant variant) {
        Memory memory = variant.allocate(1_000, 7);
        memory.access(30);
        memory.access(12);
        assertThat(memory.accessed()).isEqualTo(42);
        assertThat(memory.sum()).isEqualTo(42);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1_000_003, Integer.MAX_VALUE})
    void shouldStayInsideAndReachBothHalves(int size) {
        Memory memory = Memory.Variant.ARRAY.allocate(4, 1);
        int upper = 0;
        for (int i = 0; i < 1_000; i++) {
            int place = memory.next(size);
            assertThat(place).isBetween(0, size - 1);
            upper += place >= size / 2 ? 1 : 0;
        }
        assertThat(upper).isBetween(size == 1 ? 1_000 : 400, size == 1 ? 1_000 : 600);
    }

    @Test
    void shouldNoticeAnUpdateThatWasLost() {
        Memory memory = Memory.Variant.ARRAY.allocate(64, 1);
        memory.access(1);
        Experiment.verify(List.of(memory));
        memory.count(1); // as if the state had been written by two threads
        assertThatThrownBy(() -> Experiment.verify(List.of(memory)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no update may be lost: sum=1, accesses=2");
    }

    @Test
    void shouldLeaveOutRowsThatDoNotFit() {
        assertThat(new Row(8_000, 320_000).fits(4L << 30)).isTrue();
        assertThat(new Row(8_000, 320_000).fits(2L << 30)).isFalse();
        assertThat(new Row(Integer.MAX_VALUE, Integer.MAX_VALUE).fits(64L << 30))
                .isFalse();
    }
}
