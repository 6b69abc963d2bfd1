// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.channel.Channels;
import io.troupe.core.line.Lines;
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

    @Test
    void shouldRefuseNamesThatWouldNotShow() {
        assertThat(PlainText.name("a stage", "to json, für 😀")).isEqualTo("to json, für 😀");
        assertThatThrownBy(() -> PlainText.name("a stage", "a\nb"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a stage must have a name of 1 to 200 characters that all show on one line: name=a\\nb");
        assertThatThrownBy(() -> PlainText.name("a stage", " ")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PlainText.name("a stage", "x".repeat(201)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldCheckNamesOfChannelsLinesAndStages() {
        assertThatThrownBy(() -> Channels.buffered(4).named("a\u001b[2J")).hasMessageContaining("name=a\\u001b[2J");
        assertThatThrownBy(() -> Lines.values(4).named("a\nb")).hasMessageContaining("a line must have a name");
        assertThatThrownBy(() -> Lines.stage("a\nb", element -> {})).hasMessageContaining("a stage must have a name");
        assertThatThrownBy(() -> Lines.batch("a\nb", 4, element -> {}))
                .hasMessageContaining("a stage must have a name");
    }
}
