// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.bench.cluster.stack.Answer;
import io.troupe.bench.cluster.stack.Node;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CrowdTest {
    private static final int KEYS = 30;

    private final ExecutorService threads = Executors.newFixedThreadPool(2);
    private final Map<String, Long> counts = new ConcurrentHashMap<>();

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void shouldCallEachKeyOnce() throws Exception {
        Crowd crowd = new Crowd(Work.update(node(1), KEYS), 7);
        assertThat(crowd.once(0, KEYS).count()).isEqualTo(KEYS);
        assertThat(counts).hasSize(KEYS).containsValue(1L);
    }

    @Test
    void shouldGoRoundAllKeysAndCountWhatWasAnswered() throws Exception {
        Crowd crowd = new Crowd(Work.update(node(1), KEYS), 10);
        long count = crowd.window(KEYS, 20_000_000).count();
        assertThat(counts.values().stream().mapToLong(each -> each).sum()).isEqualTo(count);
        assertThat(count).isGreaterThanOrEqualTo(10);
    }

    @Test
    void shouldFailIfAnUpdateIsMadeTwice() {
        Crowd crowd = new Crowd(Work.update(node(2), KEYS), 1);
        assertThatThrownBy(() -> crowd.once(0, KEYS)).hasMessageStartingWith("answer must be that to the call: key=0");
    }

    @Test
    void shouldFailIfACallFails() {
        Node failing = new Node() {
            @Override
            public boolean isSettled(int members) {
                return true;
            }

            @Override
            public void update(String key, byte[] value, Answer answer) {
                answer.done(0, new IllegalStateException("no"));
            }
        };
        Crowd crowd = new Crowd(Work.update(failing, KEYS), 1);
        assertThatThrownBy(() -> crowd.once(0, KEYS)).hasMessageContaining("every call must succeed: key=0");
    }

    private Node node(int times) {
        return new Node() {
            @Override
            public boolean isSettled(int members) {
                return true;
            }

            @Override
            public void update(String key, byte[] value, Answer answer) {
                threads.execute(() -> answer.done(counts.merge(key, (long) times, Long::sum), null));
            }
        };
    }
}
