// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.troupe.bench.channel.ChannelWork;
import io.troupe.bench.harness.Arguments;
import io.troupe.bench.stacks.Step;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChannelsOptionsTest {
    @Test
    void shouldMeasureEverythingFiveTimesUnlessToldOtherwise() {
        ChannelsOptions options = options();
        assertThat(options.run().forks()).isEqualTo(5);
        assertThat(options.works()).extracting(ChannelWork::name).isEqualTo(ChannelWork.names());
        assertThat(options.contenders()).extracting(Contender::name).isEqualTo(Contenders.names());
    }

    @Test
    void shouldTakeNames() {
        ChannelsOptions options = options("--stacks", "go,troupe", "--works", "pair-0", "--forks", "2");
        assertThat(options.contenders()).extracting(Contender::name).containsExactly("go", "troupe");
        assertThat(options.works()).containsExactly(ChannelWork.named("pair-0"));
        assertThat(options.run().forks()).isEqualTo(2);
    }

    @Test
    void shouldRefuseWhatThereIsNot() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options("--stacks", "go,go"))
                .withMessageContaining("stacks=go,go");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options("--stacks", "rust"))
                .withMessageContaining("stack=rust");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options("--works", "pair-7"))
                .withMessageContaining("workload=pair-7");
    }

    @Test
    void shouldPutTheStacksOfAWorkSideBySideAndLeaveOutWhatTheyDoNotOffer() {
        List<Step> steps = ChannelsMain.steps(
                options("--stacks", "troupe,troupe-line,jdk-platform", "--works", "select2-0,chain3-128"));
        assertThat(steps)
                .extracting(step -> step.cell() + " " + step.stack())
                .containsExactly(
                        "select2-0 troupe", "chain3-128 troupe", "chain3-128 troupe-line", "chain3-128 jdk-platform");
    }

    private static ChannelsOptions options(String... given) {
        return ChannelsOptions.of(Arguments.parse(List.of(given), ChannelsOptions.DEFAULTS));
    }
}
