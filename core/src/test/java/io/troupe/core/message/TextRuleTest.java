// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextRuleTest {
    private static final int LONGEST = 4;

    @ParameterizedTest
    @ValueSource(strings = {"a", "abcd", "ä€", "\uD83D\uDE00", "\uD83D\uDE00\uD83D\uDE00", " ", "\u2028"})
    void shouldAcceptTextsWithinTheBounds(String text) {
        assertThat(TextRule.violation("key", text, 1, LONGEST)).isNull();
    }

    @Test
    void shouldAcceptAnEmptyTextWhereItMayBeEmpty() {
        assertThat(TextRule.violation("key", "", 0, LONGEST)).isNull();
    }

    @ParameterizedTest
    @CsvSource({"'', 0", "abcde, 5"})
    void shouldRefuseAnotherLength(String text, int length) {
        assertThat(TextRule.violation("key", text, 1, LONGEST))
                .isEqualTo("key must have 1 to 4 characters: length=" + length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\n", "a\u007F", "a\u0085"})
    void shouldRefuseControlCharacters(String text) {
        assertThat(TextRule.violation("key", text, 1, LONGEST))
                .isEqualTo("key must not have control characters: index=1, code=" + (int) text.charAt(1));
    }

    @Test
    void shouldRefuseHalfASurrogatePair() {
        assertHalf("\uD83D", 0);
        assertHalf("a\uD83D", 1);
        assertHalf("\uDE00a", 0);
        assertHalf("\uD83Da", 0);
        assertHalf("\uD83D\uD83D", 0);
        assertHalf("\uD83D\uDE00\uDE00", 2);
        assertHalf("\uDE00\uD83D", 0);
    }

    private static void assertHalf(String text, int index) {
        assertThat(TextRule.violation("key", text, 1, LONGEST))
                .isEqualTo("key must not have half a surrogate pair: index=" + index);
    }

    @Test
    void shouldThrowWhatIsWrong() {
        assertThatThrownBy(() -> TextRule.check("key", "a\n", 1, LONGEST))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("key must not have control characters: index=1, code=10");
        assertThatCode(() -> TextRule.check("key", "a", 1, LONGEST)).doesNotThrowAnyException();
    }
}
