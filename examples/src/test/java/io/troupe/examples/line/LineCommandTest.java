// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.line.LineStats.StageStats;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LineCommandTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void shouldDrawHowMuchOfTheRingACellTakesAtATime() {
        assertThat(LineCommand.picture(new StageStats("one", 1000, 0), 1000, 1024))
                .isEqualTo("[#-------------------------------] 1.0 elements at a time  one");
        assertThat(LineCommand.picture(new StageStats("full", 1, 0), 1024, 1024))
                .isEqualTo("[################################] 1,024.0 elements at a time  full");
        assertThat(LineCommand.picture(new StageStats("half", 32, 0), 1024, 1024))
                .startsWith("[#################-");
        String fused = IntStream.range(0, 100).mapToObj(i -> "station-" + i).collect(Collectors.joining("+"));
        assertThat(LineCommand.picture(new StageStats(fused, 1, 0), 1024, 1024)).endsWith("  station-0+…+station-99");
    }

    @Test
    void shouldDrawProgressFromTheSecondSecondOnAndTakeItAway() {
        StringWriter err = new StringWriter();
        PartBar bar = new PartBar(1_000, new PrintWriter(err), true, 0);
        bar.done(100, SECOND - 1);
        assertThat(err.toString()).isEmpty();
        bar.done(250, SECOND);
        assertThat(err.toString()).contains(" 25 %  250 elements/s  3 s left");
        bar.clear();
        assertThat(err.toString()).endsWith("\r\u001b[K");
    }

    @Test
    void shouldDrawNothingWhereThereIsNoTerminal() {
        StringWriter err = new StringWriter();
        PartBar bar = new PartBar(1_000, new PrintWriter(err), false, 0);
        bar.done(250, 5 * SECOND);
        bar.clear();
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void shouldCountAnElementThatSkipsAStation() {
        Part part = new Part();
        part.begin(7);
        part.pass(1);
        assertThat(part.stations).isZero();
        part.pass(0);
        part.pass(1);
        assertThat(part.stations).isEqualTo(2);
    }
}
