// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.remoting.codec.AllocatedBytes;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LongTableTest {
    private static final int SEED = 7;

    private final LongTable<String> table = new LongTable<>();

    @Test
    void shouldKnowWhatAMapKnows() {
        Random random = new Random(SEED);
        Map<Long, String> expected = new HashMap<>();
        for (int i = 0; i < 200_000; i++) {
            long key = random.nextInt(1 + random.nextInt(20_000));
            if (random.nextInt(2 + i / 50_000) == 0) {
                assertThat(table.put(key, "v" + i)).isEqualTo(expected.put(key, "v" + i));
            } else {
                assertThat(table.remove(key)).isEqualTo(expected.remove(key));
            }
            assertThat(table.size()).isEqualTo(expected.size());
        }
        expected.forEach((key, value) -> assertThat(table.get(key)).isEqualTo(value));
    }

    /** As with calls that come and are answered in batches. */
    @Test
    void shouldNotGrowAndShrinkWithEachBatch() {
        batches(10);
        long before = AllocatedBytes.now();
        batches(100);
        assertThat(AllocatedBytes.now() - before).isLessThan(100_000);
    }

    private void batches(int count) {
        for (int batch = 0; batch < count; batch++) {
            for (long i = 0; i < 1024; i++) {
                table.put(batch * 1024L + i, "any");
            }
            for (long i = 0; i < 1024; i++) {
                table.remove(batch * 1024L + i);
            }
        }
    }
}
