// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AcceptFailuresTest {
    private final EmbeddedChannel channel = new EmbeddedChannel(new AcceptFailures());

    @Test
    void shouldTryAgainAfterAPause() {
        channel.freezeTime();
        channel.pipeline().fireExceptionCaught(new IOException("Too many open files"));
        assertThat(channel.config().isAutoRead()).isFalse();
        channel.advanceTimeBy(AcceptFailures.PAUSE_MILLIS - 1, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.config().isAutoRead()).isFalse();
        channel.advanceTimeBy(1, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.config().isAutoRead()).isTrue();
    }

    /** Where Netty would log it in words of its own. */
    @Test
    void shouldLeaveNothingToTheEndOfThePipeline() {
        channel.pipeline().fireExceptionCaught(new IOException("Too many open files"));
        assertThatCode(channel::checkException).doesNotThrowAnyException();
    }
}
