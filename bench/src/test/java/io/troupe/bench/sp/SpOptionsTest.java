// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.troupe.bench.harness.Arguments;
import io.troupe.bench.sp.stack.Pattern;
import io.troupe.bench.sp.stack.SpStack;
import io.troupe.bench.sp.stack.Transport;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpOptionsTest {
    @Test
    void shouldMeasureLittleOfEveryStackUnlessToldOtherwise() {
        SpOptions options = options();
        assertThat(options.stacks()).extracting(SpStack::name).isEqualTo(Stacks.names());
        assertThat(options.cells()).hasSize(6).allMatch(cell -> cell.threads() == 1);
        assertThat(options.run().forks()).isEqualTo(1);
        assertThat(options.run().window()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void shouldMeasureEveryCellWithEveryNumberOfThreads() {
        SpOptions options = options("--cells", "pair-tcp-64k,lat-ipc", "--threads", "1,8");
        assertThat(options.cells())
                .containsExactly(
                        new Cell(Pattern.PAIR, Transport.TCP, 65_536, 1),
                        new Cell(Pattern.PAIR, Transport.TCP, 65_536, 8),
                        new Cell(Pattern.LATENCY, Transport.IPC, 111, 1),
                        new Cell(Pattern.LATENCY, Transport.IPC, 111, 8));
        assertThat(options.cells())
                .extracting(Cell::label)
                .startsWith("pair-tcp-64k, 1 thread", "pair-tcp-64k, 8 threads");
    }

    @Test
    void shouldKnowAllNineCells() {
        assertThat(options("--cells", "all").cells())
                .extracting(Cell::name)
                .containsExactly(
                        "pair-inproc-4k",
                        "pair-inproc-64k",
                        "pair-ipc-4k",
                        "pair-ipc-64k",
                        "pair-tcp-4k",
                        "pair-tcp-64k",
                        "lat-inproc",
                        "lat-ipc",
                        "lat-tcp");
    }

    @Test
    void shouldTakePartsOfSeconds() {
        SpOptions options = options("--seconds", "0.25", "--warmup", "2");
        assertThat(options.run().window()).isEqualTo(Duration.ofMillis(250));
        assertThat(options.run().warmUp()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void shouldSayWhichValueCannotBeUsed() {
        assertRefused("stack=carrier", "--stacks", "nio,carrier");
        assertRefused("stacks=nio,nio", "--stacks", "nio,nio");
        assertRefused("cell=pair-udp-4k", "--cells", "pair-udp-4k");
        assertRefused("cell=", "--cells", "");
        assertRefused("threads=0", "--threads", "1,0");
        assertRefused("threads=65", "--threads", "65");
        assertRefused("forks=0", "--forks", "0");
        assertRefused("seconds=0.0001", "--seconds", "0.0001");
        assertRefused("warmup=-1", "--warmup", "-1");
    }

    private static void assertRefused(String fact, String... args) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options(args))
                .withMessageContaining(fact)
                .withMessageNotContaining("\n");
    }

    private static SpOptions options(String... args) {
        return SpOptions.of(Arguments.parse(List.of(args), SpOptions.DEFAULTS));
    }
}
