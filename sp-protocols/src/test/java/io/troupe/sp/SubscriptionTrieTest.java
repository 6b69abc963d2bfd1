// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class SubscriptionTrieTest {
    /** A prefix is added, or taken away; then a body is looked at. */
    record Step(boolean adds, String prefix, String body) {
        byte[] prefixBytes() {
            return prefix.getBytes(StandardCharsets.ISO_8859_1);
        }

        byte[] bodyBytes() {
            return body.getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        // few letters, so that prefixes meet; −128 and 127 for the order of bytes
        Arbitrary<String> letters =
                Arbitraries.strings().withChars('a', 'b', '\u0080', '\u007f').ofMaxLength(6);
        return Combinators.combine(Arbitraries.of(true, true, false), letters, letters)
                .as(Step::new)
                .list()
                .ofMaxSize(60);
    }

    @Property(tries = 1000)
    void shouldDoAsAPlainListDoes(@ForAll("steps") List<Step> steps) {
        SubscriptionTrie tree = SubscriptionTrie.NONE;
        List<byte[]> list = new ArrayList<>();
        for (Step step : steps) {
            if (step.adds()) {
                tree = tree.with(step.prefixBytes());
                list.add(step.prefixBytes());
            } else {
                SubscriptionTrie fewer = tree.without(step.prefixBytes());
                assertThat(fewer != null).isEqualTo(removed(list, step.prefixBytes()));
                tree = fewer == null ? tree : fewer;
            }
            assertThat(tree.match(ByteBuffer.wrap(step.bodyBytes())))
                    .isEqualTo(list.stream().anyMatch(prefix -> begins(step.bodyBytes(), prefix)));
        }
        for (byte[] prefix : list) {
            assertThat(tree.match(ByteBuffer.wrap(prefix))).isTrue();
            SubscriptionTrie fewer = tree.without(prefix);
            assertThat(fewer).isNotNull();
            tree = fewer;
        }
        assertThat(tree.match(ByteBuffer.wrap(new byte[] {'a'}))).isFalse();
    }

    private static boolean removed(List<byte[]> list, byte[] prefix) {
        for (int i = 0; i < list.size(); i++) {
            if (Arrays.equals(list.get(i), prefix)) {
                list.remove(i);
                return true;
            }
        }
        return false;
    }

    private static boolean begins(byte[] body, byte[] prefix) {
        return body.length >= prefix.length && Arrays.equals(Arrays.copyOf(body, prefix.length), prefix);
    }

    @Test
    void shouldLookBetweenPositionAndLimitOnly() {
        SubscriptionTrie tree = SubscriptionTrie.NONE.with(new byte[] {2, 3});
        ByteBuffer body = ByteBuffer.wrap(new byte[] {1, 2, 3, 4});
        assertThat(tree.match(body)).isFalse();
        assertThat(tree.match(body.position(1))).isTrue();
        assertThat(tree.match(body.limit(2))).isFalse();
        assertThat(body.position()).isEqualTo(1);
    }

    @Test
    void shouldLeaveFormerPrefixesAsTheyWere() {
        SubscriptionTrie one = SubscriptionTrie.NONE.with(new byte[] {1, 2});
        SubscriptionTrie two = one.with(new byte[] {1});
        ByteBuffer body = ByteBuffer.wrap(new byte[] {1, 1});
        assertThat(two.match(body)).isTrue();
        assertThat(one.match(body)).isFalse();
        assertThat(SubscriptionTrie.NONE.match(body)).isFalse();
    }
}
