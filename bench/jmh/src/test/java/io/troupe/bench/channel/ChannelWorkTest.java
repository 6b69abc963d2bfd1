// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.troupe.bench.harness.Troupe;
import io.troupe.core.ActorSystem;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ChannelWorkTest {
    private static final int ELEMENTS = 2_400;
    private static final int PRIMES = 20;

    @Test
    void shouldUnderstandItsNames() {
        assertThat(ChannelWork.names())
                .doesNotHaveDuplicates()
                .allSatisfy(name -> assertThat(ChannelWork.named(name).name()).isEqualTo(name));
        assertThat(ChannelWork.named("8to1-128"))
                .isEqualTo(new ChannelWork(ChannelWork.Kind.TRANSFER, 8, 1, 128, 100_000));
        assertThat(ChannelWork.named("select4-0").size()).isEqualTo(4);
    }

    @Test
    void shouldRefuseOtherNames() {
        for (String name : List.of("pair", "3to3-128", "select4-7", "")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ChannelWork.named(name))
                    .withMessageStartingWith("workload must be one of pair-0, ")
                    .withMessageEndingWith(": workload=" + name);
        }
    }

    @Test
    void shouldKnowWhatEachBatchGives() {
        assertThat(ChannelWork.named("pair-0").of(10).expected()).isEqualTo(10);
        assertThat(ChannelWork.named("1to1-0").of(10).expected()).isEqualTo(45);
        assertThat(ChannelWork.named("8to8-128").of(16).expected()).isEqualTo(8);
        assertThat(ChannelWork.named("select2-0").of(10).expected()).isEqualTo(20);
        assertThat(ChannelWork.named("chain3-128").of(10).expected()).isEqualTo(45 + 20);
        assertThat(ChannelWork.named("sieve-16").of(5).expected()).isEqualTo(21 + 28);
        assertThat(ChannelWork.named("sieve-16").of(5).operations()).isEqualTo(21);
        assertThat(ChannelWork.named("pair-0").of(10).operations()).isEqualTo(10);
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveTheSameByActors(ActorStack.Way way) {
        boolean placed = way == ActorStack.Way.ONE_WORKER || way == ActorStack.Way.TWO_WORKERS;
        assertAllGiveWhatIsExpected(() -> new ActorStack(
                ActorSystem.builder()
                        .dispatcher(Troupe.dispatcher(placed ? "dedicated" : "stealing"))
                        .start(),
                way));
    }

    @Test
    void shouldGiveTheSameByThreads() {
        for (BlockingChannels channels : List.of(BlockingChannels.troupe(), BlockingChannels.jdk())) {
            assertAllGiveWhatIsExpected(() -> new ThreadStack(Executors.newCachedThreadPool(), channels));
        }
    }

    private static void assertAllGiveWhatIsExpected(Supplier<ChannelStack> opened) {
        int tried = 0;
        for (String name : ChannelWork.names()) {
            ChannelWork named = ChannelWork.named(name);
            ChannelWork work = named.of(named.kind() == ChannelWork.Kind.SIEVE ? PRIMES : ELEMENTS);
            try (ChannelStack stack = opened.get()) {
                if (stack.offers(work)) {
                    tried++;
                    var workload = stack.workload(work);
                    assertThat(workload.run()).as(name).isEqualTo(work.expected());
                    assertThat(workload.run()).as(name + " again").isEqualTo(work.expected());
                }
            }
        }
        assertThat(tried).isPositive();
    }
}
