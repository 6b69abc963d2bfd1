// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class TransportConfigTest {
    private static final TransportConfig GOOD = TransportConfig.defaults();

    @Test
    void shouldSayWhichRuleAValueBreaks() {
        refused(() -> GOOD.connectTimeout(Duration.ZERO), "connectTimeout must be more than zero");
        refused(
                () -> GOOD.connectTimeout(Duration.ofDays(30)),
                "connectTimeout must be more than zero and at most PT24H");
        refused(() -> GOOD.socketBufferBytes(100), "socketBufferBytes must be at least 4096: socketBufferBytes=100");
        refused(
                () -> GOOD.marks(10, 10),
                "lowMark must be more than zero and less than highMark: lowMark=10, highMark=10");
        refused(() -> GOOD.loops(0), "loops must be from 1 to 1024: loops=0");
        refused(() -> GOOD.maxConnections(0), "maxConnections must be at least 1: maxConnections=0");
    }

    private static void refused(ThrowingCallable making, String message) {
        assertThatThrownBy(making).isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith(message);
    }
}
