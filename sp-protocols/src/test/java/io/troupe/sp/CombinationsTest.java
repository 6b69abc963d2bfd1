// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CombinationsTest {
    private record Triple(int a, int b, int c) {}

    @Test
    void shouldLetEachTwoValuesMeet() {
        List<Triple> product = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            product.add(new Triple(i % 3, i / 3 % 4, i / 12));
        }
        List<Triple> chosen = Combinations.pairwise(product, List.of(Triple::a, Triple::b, Triple::c));
        assertThat(chosen).hasSizeLessThan(product.size());
        for (Triple one : product) {
            assertThat(chosen).anyMatch(other -> other.a == one.a && other.b == one.b);
            assertThat(chosen).anyMatch(other -> other.a == one.a && other.c == one.c);
            assertThat(chosen).anyMatch(other -> other.b == one.b && other.c == one.c);
        }
    }

    @Test
    void shouldGiveEachValueToSomeTestOfAClass() {
        List<Integer> values = List.of(0, 1, 2, 3, 4, 5, 6);
        for (int tests = 1; tests < 12; tests++) {
            Set<Integer> seen = new HashSet<>();
            for (int index = 0; index < tests; index++) {
                seen.addAll(Combinations.share(values, "SomeTest", index, tests));
            }
            assertThat(seen).hasSameElementsAs(values);
        }
    }
}
