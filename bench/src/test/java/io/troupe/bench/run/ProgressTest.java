// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    private long now;

    @Test
    void shouldPrintALinePerStepWithTheTimeThatIsLeft() {
        try (Progress progress = new Progress(out, false, 2, 40, () -> now)) {
            progress.begin("tell", 20);
            pass(5);
            assertThat(progress.text()).isEqualTo("[1/2] 13 %, 35 s left: tell");
            pass(15);
            progress.end();
            progress.begin("ask", 20);
        }
        assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
                .containsExactly("[1/2]  0 %, 40 s left: tell", "[2/2] 50 %, 20 s left: ask");
    }

    @Test
    void shouldLearnHowWrongThePlanIs() {
        try (Progress progress = new Progress(out, false, 2, 40, () -> now)) {
            progress.begin("tell", 20);
            pass(60);
            progress.end();
            progress.begin("ask", 20);
            assertThat(progress.text()).contains("60 s left");
        }
    }

    @Test
    void shouldNotTakeWhatIsLeftOutForFast() {
        try (Progress progress = new Progress(out, false, 3, 60, () -> now)) {
            progress.begin("tell", 20);
            pass(20);
            progress.end();
            progress.skip(20);
            progress.begin("ask", 20);
            assertThat(progress.text()).isEqualTo("[3/3] 50 %, 20 s left: ask");
        }
    }

    @Test
    void shouldStayBelowTheEndOfAStepThatTakesLong() {
        try (Progress progress = new Progress(out, false, 2, 40, () -> now)) {
            progress.begin("tell", 20);
            pass(1000);
            assertThat(progress.text()).contains("50 %, 20 s left");
        }
    }

    @Test
    void shouldDrawABarOnATerminalAndTakeItAway() {
        Progress progress = new Progress(out, true, 1, 10, () -> now);
        progress.begin("tell", 10);
        pass(5);
        assertThat(progress.text()).isEqualTo("#".repeat(10) + "-".repeat(10) + " [1/1] 50 %, 5 s left: tell");
        progress.begin("a".repeat(100), 10);
        assertThat(progress.text()).hasSize(79);
        progress.close();
        assertThat(bytes.toString(StandardCharsets.UTF_8)).endsWith("\r\u001b[K");
    }

    @Test
    void shouldSpeakOfMinutesAndHours() {
        assertThat(Progress.span(119)).isEqualTo("119 s");
        assertThat(Progress.span(7100)).isEqualTo("118 min");
        assertThat(Progress.span(9000)).isEqualTo("2.5 h");
    }

    private void pass(long seconds) {
        now += seconds * 1_000_000_000;
    }
}
