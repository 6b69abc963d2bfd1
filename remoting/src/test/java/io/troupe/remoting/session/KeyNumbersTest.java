// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.value.WireException;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyNumbersTest {
    private final KeyNumbers numbers = new KeyNumbers();

    /** What the other side knows. */
    private final Map<Long, KeyedName> there = new HashMap<>();

    private int defined;

    private void before(Frame frame) {
        Frame.KeyNumber number = (Frame.KeyNumber) frame;
        if (number.typeName().isEmpty()) {
            assertThat(there.remove(number.number())).isNotNull();
        } else {
            defined++;
            there.put(number.number(), new KeyedName(number.typeName(), number.key()));
        }
    }

    private TargetId call(String key) {
        KeyedName name = new KeyedName("account", key);
        TargetId target = numbers.target(name, this::before);
        KeyedName meant = target.name() == null ? there.get(target.id()) : new KeyedName(target.name(), target.key());
        assertThat(meant).isEqualTo(name);
        return target;
    }

    @Test
    void shouldGiveANumberToAKeyThatIsCalledAgain() {
        assertThat(call("1")).isEqualTo(TargetId.keyed("account", "1"));
        assertThat(call("1")).isEqualTo(TargetId.keyNumber(1));
        assertThat(call("1")).isEqualTo(TargetId.keyNumber(1));
        assertThat(defined).isEqualTo(1);
    }

    @Test
    void shouldGiveNumbersToThousandsOfKeysThatTakeTurns() {
        int keys = KeyNumbers.MOST * 3 / 4;
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < keys; i++) {
                call("key-" + i);
            }
        }
        assertThat(numbers.size()).isGreaterThan(keys * 99 / 100);
    }

    @Test
    void shouldKeepNothingOfAMillionKeysThatAreCalledOnce() {
        call("hot");
        call("hot");
        for (int i = 0; i < 1_000_000; i++) {
            numbers.target(new KeyedName("account", "cold" + i), this::before);
        }
        assertThat(numbers.size()).isLessThan(500); // keys that share a hash
        assertThat(call("hot")).isEqualTo(TargetId.keyNumber(1));
    }

    @Test
    void shouldTakeTheNumberOfTheKeyThatWasNotCalledForLongest() {
        for (int i = 0; i < KeyNumbers.MOST; i++) {
            call("k" + i);
            call("k" + i);
        }
        assertThat(numbers.size()).isEqualTo(KeyNumbers.MOST);
        call("k0");
        call("new");
        assertThat(call("new")).isEqualTo(TargetId.keyNumber(2));
        assertThat(call("k0")).isEqualTo(TargetId.keyNumber(1));
        assertThat(there).hasSize(KeyNumbers.MOST);
    }

    @Test
    void shouldBoundCharacters() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            String key = "x".repeat(random.nextInt(500)) + random.nextInt(1000);
            call(key);
            call(key);
            if (i % 100 == 0) {
                assertThat(there.values().stream().mapToInt(KeyedName::size).sum())
                        .isLessThanOrEqualTo(KeyNumbers.MOST_CHARS + 1100);
                assertThat(there.keySet()).allMatch(number -> number <= KeyNumbers.MOST);
            }
        }
        assertThat(numbers.size()).isEqualTo(there.size());
    }

    @Test
    void shouldForgetANumberThatCouldNotBeTold() {
        call("1");
        assertThatThrownBy(() -> numbers.target(new KeyedName("account", "1"), frame -> {
                    throw new WireException("too large");
                }))
                .isInstanceOf(WireException.class);
        assertThat(call("1")).isEqualTo(TargetId.keyNumber(1));
    }
}
