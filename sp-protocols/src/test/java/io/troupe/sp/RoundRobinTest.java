// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.sp.message.SpMessage;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundRobinTest {
    private final RoundRobin pipes = new RoundRobin();
    private final StubPipe one = new StubPipe(100);
    private final StubPipe two = new StubPipe(100);
    private final StubPipe three = new StubPipe(100);

    RoundRobinTest() {
        List.of(one, two, three).forEach(pipes::add);
    }

    private boolean offer(int messages) {
        boolean all = true;
        for (int i = 0; i < messages; i++) {
            SpMessage message = SpMessage.of("x");
            if (pipes.offer(message) == null) {
                message.release();
                all = false;
            }
        }
        return all;
    }

    @Test
    void shouldShareEvenly() {
        assertThat(offer(30)).isTrue();
        assertThat(List.of(one.taken.size(), two.taken.size(), three.taken.size()))
                .containsExactly(10, 10, 10);
    }

    @Test
    void shouldShareEvenlyAmongThoseWithRoom() {
        two.room.set(0);
        assertThat(offer(20)).isTrue();
        assertThat(List.of(one.taken.size(), two.taken.size(), three.taken.size()))
                .containsExactly(10, 0, 10);
        pipes.remove(one);
        two.room.set(100);
        assertThat(offer(20)).isTrue();
        assertThat(List.of(one.taken.size(), two.taken.size(), three.taken.size()))
                .containsExactly(10, 10, 20);
    }

    @Test
    void shouldTellWhenNobodyHasRoom() {
        List.of(one, two, three).forEach(pipe -> pipe.room.set(1));
        assertThat(offer(3)).isTrue();
        assertThat(offer(1)).isFalse();
        // each was offered it: only who has refused tells when it has room again
        assertThat(List.of(one.refused.get(), two.refused.get(), three.refused.get()))
                .containsExactly(1, 1, 1);
        assertThat(pipes.isEmpty()).isFalse();
        List.of(one, two, three).forEach(pipes::remove);
        assertThat(offer(1)).isFalse();
        assertThat(pipes.isEmpty()).isTrue();
    }

    @Test
    void shouldNotCountTurnsThatNobodyHad() {
        for (int i = 0; i < 3; i++) {
            List.of(one, two, three).forEach(pipe -> pipe.room.set(0));
            assertThat(offer(10)).isFalse();
        }
        List.of(one, two, three).forEach(pipe -> pipe.room.set(2));
        assertThat(offer(6)).isTrue();
        assertThat(List.of(one.taken.size(), two.taken.size(), three.taken.size()))
                .containsExactly(2, 2, 2);
    }
}
