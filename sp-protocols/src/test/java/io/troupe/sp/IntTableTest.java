// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class IntTableTest {
    /** Few different numbers, far apart and close together, so that many meet in the same place. */
    private static int key(int step) {
        return (step % 7) * 0x10000000 + step / 7 % 11;
    }

    @Property(tries = 300)
    void shouldBehaveLikeAMap(@ForAll @Size(max = 200) List<@IntRange(min = 0, max = 10_000) Integer> steps) {
        IntTable<String> table = new IntTable<>();
        Map<Integer, String> model = new HashMap<>();
        for (int step : steps) {
            int key = key(step);
            if (step % 3 == 0) {
                assertThat(table.remove(key)).isEqualTo(model.remove(key));
            } else {
                table.put(key, "v" + step);
                model.put(key, "v" + step);
            }
            assertThat(table.size()).isEqualTo(model.size());
        }
        for (int step = 0; step < 77; step++) {
            assertThat(table.get(key(step))).isEqualTo(model.get(key(step)));
        }
        assertThat(table.values()).containsExactlyInAnyOrderElementsOf(model.values());
        table.clear();
        assertThat(table.values()).isEmpty();
    }
}
