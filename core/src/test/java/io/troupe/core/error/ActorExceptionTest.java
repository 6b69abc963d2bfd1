// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ActorExceptionTest {
    @Test
    void shouldCostNoStackTraceWhereItIsAnOutcome() {
        assertThat(new BackPressured("room=0").getStackTrace()).isEmpty();
        assertThat(new BackPressured("room=0")).hasMessage("room=0").hasNoCause();
        assertThat(new MailboxFull("full").getStackTrace()).isNotEmpty();
    }

    @Test
    void shouldTellWhetherALostCallMayHaveBeenExecuted() {
        assertThat(new LinkLost("sent", true).maybeExecuted()).isTrue();
        assertThat(new LinkLost("not sent", false).maybeExecuted()).isFalse();
    }

    @Test
    void shouldTellWhatFailedElsewhere() {
        RemoteFailed failure = new RemoteFailed("java.io.IOException", "disk full");

        assertThat(failure.type()).isEqualTo("java.io.IOException");
        assertThat(failure).hasMessage("disk full").hasNoCause();
    }

    @Test
    void shouldKeepTheCauseOfARefusal() {
        IOException cause = new IOException();

        assertThat(new LinkRefused("refused", cause)).hasCause(cause);
        assertThat(new CallRefused("refused", cause)).hasCause(cause);
        assertThat(new LinkRefused("refused")).hasNoCause();
        assertThat(new CallRefused("refused")).hasNoCause();
    }
}
