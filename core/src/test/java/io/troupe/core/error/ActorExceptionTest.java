// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ActorExceptionTest {
    @Test
    void shouldCostNoStackTraceWhereItIsAnOutcome() {
        assertThat(new BackpressureException("room=0").getStackTrace()).isEmpty();
        assertThat(new BackpressureException("room=0")).hasMessage("room=0").hasNoCause();
        assertThat(new MailboxFullException("full").getStackTrace()).isNotEmpty();
    }

    @Test
    void shouldTellWhetherALostCallMayHaveBeenExecuted() {
        assertThat(new LinkLostException("sent", true).maybeExecuted()).isTrue();
        assertThat(new LinkLostException("not sent", false).maybeExecuted()).isFalse();
    }

    @Test
    void shouldTellWhatFailedElsewhere() {
        RemoteFailedException failure = new RemoteFailedException("java.io.IOException", "disk full");

        assertThat(failure.type()).isEqualTo("java.io.IOException");
        assertThat(failure).hasMessage("disk full").hasNoCause();
    }

    @Test
    void shouldKeepTheCauseOfARefusal() {
        IOException cause = new IOException();

        assertThat(new LinkRefusedException("refused", cause)).hasCause(cause);
        assertThat(new CallRefusedException("refused", cause)).hasCause(cause);
        assertThat(new LinkRefusedException("refused")).hasNoCause();
        assertThat(new CallRefusedException("refused")).hasNoCause();
    }
}
