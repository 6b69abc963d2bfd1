// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channel.jox;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.bench.channel.ChannelWork;
import io.troupe.bench.channel.ThreadStack;
import io.troupe.bench.harness.Workload;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class JoxChannelsTest {
    @Test
    void shouldGiveWhatEachWorkExpects() {
        try (ThreadStack stack = new ThreadStack(Executors.newVirtualThreadPerTaskExecutor(), new JoxChannels())) {
            for (String name : ChannelWork.names()) {
                ChannelWork named = ChannelWork.named(name);
                ChannelWork work = named.of(named.kind() == ChannelWork.Kind.SIEVE ? 20 : 2_400);
                assertThat(stack.offers(work)).isTrue();
                Workload workload = stack.workload(work);
                assertThat(workload.run()).as(name).isEqualTo(work.expected());
                assertThat(workload.run()).as(name + " again").isEqualTo(work.expected());
            }
        }
    }
}
