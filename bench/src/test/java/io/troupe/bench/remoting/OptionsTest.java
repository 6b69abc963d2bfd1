// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.troupe.bench.harness.Arguments;
import io.troupe.bench.remoting.measure.Load;
import io.troupe.bench.remoting.stack.Stack;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class OptionsTest {
    @Test
    void shouldMeasureEveryStackUnlessToldOtherwise() {
        Options options = options();
        assertThat(options.stacks()).extracting(Stack::name).isEqualTo(Stacks.names());
        assertThat(options.loads()).extracting(Load::name).containsExactly("tell", "ask1", "ask64", "ask1024");
        assertThat(options.run().jvm()).containsExactly("-Xmx1g", "-XX:+UseParallelGC");
        assertThat(options.run().json()).isEmpty();
    }

    @Test
    void shouldKeepTheOrderOfTheCommandLine() {
        Options options =
                options("--stacks", "grpc,netty", "--workloads", "ask7,tell", "--forks", "3", "--seconds", "0.4");
        assertThat(options.stacks()).extracting(Stack::name).containsExactly("grpc", "netty");
        assertThat(options.loads()).extracting(Load::outstanding).containsExactly(7, 0);
        assertThat(options.run().forks()).isEqualTo(3);
        assertThat(options.run().window()).isEqualTo(Duration.ofMillis(400));
        assertThat(options.run().warmUp()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void shouldDropAllOptionsOfTheMachinesIfThereIsNone() {
        assertThat(options("--jvm", " ").run().jvm()).isEmpty();
    }

    @Test
    void shouldSayWhichValueCannotBeUsed() {
        assertRefused("stack=carrier", "--stacks", "netty,carrier");
        assertRefused("stacks=grpc,grpc", "--stacks", "grpc,grpc");
        assertRefused("workload=ask0", "--workloads", "ask0");
        assertRefused("workload=ask5000", "--workloads", "ask5000");
        assertRefused("workload=", "--workloads", "");
        assertRefused("forks=0", "--forks", "0");
        assertRefused("seconds=two", "--seconds", "two");
        assertRefused("warmup=-1", "--warmup", "-1");
    }

    private static void assertRefused(String fact, String... args) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options(args))
                .withMessageContaining(fact)
                .withMessageNotContaining("\n");
    }

    private static Options options(String... args) {
        return Options.of(Arguments.parse(List.of(args), Options.DEFAULTS));
    }
}
