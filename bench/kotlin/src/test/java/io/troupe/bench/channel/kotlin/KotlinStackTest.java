// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channel.kotlin;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.bench.channel.ChannelWork;
import io.troupe.bench.harness.Workload;
import org.junit.jupiter.api.Test;

class KotlinStackTest {
    @Test
    void shouldGiveWhatEachWorkExpects() {
        try (KotlinStack stack = new KotlinStack()) {
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
