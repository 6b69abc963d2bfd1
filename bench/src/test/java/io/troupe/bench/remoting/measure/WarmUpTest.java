// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarmUpTest {
    private static final long LEAST = 4_000;

    private final List<Long> counts = new ArrayList<>();

    @Test
    void shouldEndAfterTheLeastTimeIfWindowsAgree() throws InterruptedException {
        assertThat(windows(10, 100, 101, 102)).isEqualTo(4);
    }

    @Test
    void shouldGoOnUntilTheLastWindowsAgree() throws InterruptedException {
        assertThat(windows(10, 20, 40, 80, 100, 110, 111)).isEqualTo(7);
    }

    @Test
    void shouldNotGoOnForEver() throws InterruptedException {
        assertThat(windows(1, 2)).isEqualTo(20);
    }

    /** Counts of windows, the last two of which repeat; returns how many windows there were. */
    private int windows(long... rates) throws InterruptedException {
        new WarmUp(nanos -> {
                    int next = counts.size();
                    int place = next < rates.length ? next : rates.length - 1 - (next - rates.length + 1) % 2;
                    counts.add(rates[place]);
                    return new Measured(rates[place], nanos, 0, 0, 0);
                })
                .run(LEAST);
        return counts.size();
    }
}
