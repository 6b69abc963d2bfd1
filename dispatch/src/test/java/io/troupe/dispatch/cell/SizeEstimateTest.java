// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.mailbox.Sized;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SizeEstimateTest {
    private static int bytes(Object object) {
        return SizeEstimate.of(object.getClass()).bytes(object);
    }

    private record Order(String text, long price, Object parts) {}

    private record Point(int x, int y) {}

    private record Pair(Object left, Object right) {}

    private record Declared(long bytes) implements Sized {}

    @Test
    void shouldGoByTheLengthOfTextsArraysAndBuffers() {
        assertThat(bytes("x".repeat(1000))).isBetween(1000, 1100);
        assertThat(bytes(new byte[5000])).isBetween(5000, 5100);
        assertThat(bytes(new long[100])).isBetween(800, 900);
        assertThat(bytes(ByteBuffer.allocateDirect(3000))).isBetween(3000, 3100);
        assertThat(bytes(new Object[100])).isGreaterThan(400);
    }

    @Test
    void shouldAskWhatKnowsItself() {
        assertThat(bytes(new Declared(12_345))).isEqualTo(12_345);
        assertThat(bytes(new Declared(-1))).isEqualTo(SizeEstimate.LEAST);
        assertThat(bytes(new Declared(Long.MAX_VALUE))).isPositive();
    }

    @Test
    void shouldCountAtLeastFortyBytes() {
        assertThat(bytes(1)).isEqualTo(40);
        assertThat(bytes(new Point(1, 2))).isEqualTo(40);
        assertThat(bytes(new byte[0])).isEqualTo(40);
        assertThat(bytes("")).isEqualTo(40);
    }

    @Test
    void shouldCountWhatTheFirstObjectOfAClassRefersTo() {
        assertThat(bytes(new Order("x".repeat(1000), 1, new int[250]))).isBetween(2000, 2200);
    }

    @Test
    void shouldLearnFromLaterSamples() {
        assertThat(bytes(new Pair("", ""))).isLessThan(200);
        IntStream.range(0, 10 * SizeEstimate.SAMPLE_EVERY)
                .forEach(i -> bytes(new Pair(new byte[1000], new byte[1000])));
        assertThat(bytes(new Pair("", ""))).isBetween(1500, 2200);
    }

    @Test
    void shouldCountCollectionsByTheirSize() {
        assertThat(bytes(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10))).isGreaterThan(300);
        assertThat(bytes(Map.of(1, 1))).isGreaterThan(100);
    }

    @Test
    void shouldKnowItsClassExactly() {
        assertThat(SizeEstimate.of(String.class).fits("a")).isTrue();
        assertThat(SizeEstimate.of(Object.class).fits("a")).isFalse();
        assertThat(SizeEstimate.of(String.class)).isSameAs(SizeEstimate.of(String.class));
    }
}
