// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LinkLimitsTest {
    private static final LinkLimits ALL = LinkLimits.defaults();

    /** Each method is called once, so a mixed-up pair would show. */
    @Test
    void shouldChangeOneLimitAtATime() {
        FrameLimits frames = new FrameLimits(1 << 16, 8);
        Duration beat = Duration.ofSeconds(9);

        assertThat(ALL.frames(frames)
                        .maxCalls(11)
                        .maxExports(12)
                        .sendQueue(64)
                        .receiveQueue(65)
                        .memory(1 << 17)
                        .heartbeat(beat))
                .isEqualTo(new LinkLimits(frames, 11, 12, 64, 65, 1 << 17, beat));
        assertThat(LinkLimits.defaults()).isEqualTo(ALL);
    }

    @Test
    void shouldCheckTheRangeOfAChangedLimit() {
        assertThatThrownBy(() -> ALL.maxCalls(0)).hasMessage("maxCalls must be at least 1: maxCalls=0");
        assertThatThrownBy(() -> ALL.maxExports(0)).hasMessage("maxExports must be at least 1: maxExports=0");
        assertThatThrownBy(() -> ALL.sendQueue(33)).hasMessage("sendQueue must be a power of two: sendQueue=33");
        assertThatThrownBy(() -> ALL.receiveQueue(63)).hasMessage("receiveQueue must be at least 64: receiveQueue=63");
        assertThatThrownBy(() -> ALL.memory(1)).hasMessage("memory must be at least 65536: memory=1");
    }
}
