// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.testkit.history.ClientHistory;
import io.troupe.testkit.history.History;
import io.troupe.testkit.history.Invocation;
import io.troupe.testkit.history.Op;
import java.util.List;
import org.junit.jupiter.api.Test;

class AppendOrderTest {
    private final History<Op> history = new History<>();
    private final ClientHistory<Op> one = history.of("one");
    private final ClientHistory<Op> two = history.of("two");

    @Test
    void shouldTakeWhatOverlapsInAnyOrder() {
        Invocation<Op> first = append(one, 1);
        Invocation<Op> second = append(two, 2);
        first.ok(1);
        Invocation<Op> read = read(one);
        second.ok(1);
        read.ok(List.of(2L, 1L));
        Invocation<Op> unknown = append(two, 3);
        read(one).ok(List.of(2L, 1L, 3L));
        unknown.info();
        append(one, 4).fail();
        read(two).ok(List.of(2L, 1L, 3L));
        assertThat(AppendOrder.check(history.operations())).isEmpty();
    }

    @Test
    void shouldMissWhatWasAppended() {
        append(one, 1).ok(1);
        read(two).ok(List.of());
        assertThat(AppendOrder.check(history.operations())).hasSize(1);
    }

    @Test
    void shouldMissWhatWasRead() {
        append(one, 1);
        read(two).ok(List.of(1L));
        read(two).ok(List.of());
        assertThat(AppendOrder.check(history.operations())).hasSize(1);
    }

    @Test
    void shouldRefuseWhatWasNeverAppendedOrTwiceOrLater() {
        append(one, 1).fail();
        read(two).ok(List.of(1L));
        assertThat(AppendOrder.check(history.operations())).isNotEmpty();
        append(one, 2);
        read(two).ok(List.of(2L, 2L));
        assertThat(AppendOrder.check(history.operations())).isNotEmpty();
    }

    @Test
    void shouldRefuseAReadOfTheFuture() {
        read(two).ok(List.of(7L));
        Invocation<Op> append = append(one, 7);
        append.ok(1);
        assertThat(AppendOrder.check(history.operations())).hasSize(1);
    }

    @Test
    void shouldRefuseTwoOrders() {
        append(one, 1).ok(1);
        append(one, 2).ok(2);
        read(two).ok(List.of(2L, 1L));
        assertThat(AppendOrder.check(history.operations())).hasSize(1);
        Invocation<Op> three = append(one, 3);
        Invocation<Op> four = append(two, 4);
        Invocation<Op> read = read(two);
        read(one).ok(List.of(1L, 2L, 3L));
        read.ok(List.of(1L, 2L, 4L, 3L));
        three.info();
        four.info();
        assertThat(AppendOrder.check(history.operations())).isNotEmpty();
    }

    private static Invocation<Op> append(ClientHistory<Op> client, long item) {
        return client.invoke(Op.of("append", "list", item));
    }

    private static Invocation<Op> read(ClientHistory<Op> client) {
        return client.invoke(Op.read("list"));
    }
}
