// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlainTextTest {
    @Test
    void shouldLeaveOrdinaryTextsAlone() {
        String text = "a name must be exposed: name=Größe ☂ 😀, peer=127.0.0.1:7000";

        assertThat(PlainText.of(text)).isSameAs(text);
    }

    @Test
    void shouldKeepEverythingOnOneLine() {
        assertThat(PlainText.of("bad\r\n[main] INFO forged\tline")).isEqualTo("bad\\r\\n[main] INFO forged\\tline");
        assertThat(PlainText.of("a\u0085b\u2028c\u2029d")).isEqualTo("a\\u0085b\\u2028c\\u2029d");
    }

    @Test
    void shouldNotLetTerminalsObey() {
        assertThat(PlainText.of("\u001b[2Jgone\u0007\u009b1A\u202Eegral"))
                .isEqualTo("\\u001b[2Jgone\\u0007\\u009b1A\\u202eegral");
    }

    @Test
    void shouldShortenAndSayByHowMuch() {
        assertThat(PlainText.of("x".repeat(200))).hasSize(200);
        assertThat(PlainText.of("x".repeat(1_000_000))).isEqualTo("x".repeat(200) + "… (999800 more)");
        assertThat(PlainText.of("abcdef", 3)).isEqualTo("abc… (3 more)");
    }
}
