// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.error.ActorException;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.EndReason;
import io.troupe.core.error.MailboxFullException;
import io.troupe.core.error.RemoteFailedException;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Failure.Code;
import org.junit.jupiter.api.Test;

class FailuresTest {
    /** What its caller knows of a call that was not called in this process. */
    private static ActorException told(Throwable cause) {
        return told(cause, false);
    }

    private static ActorException told(Throwable cause, boolean begun) {
        return Failures.toException(Failures.ofCall(cause, begun, "/desk"::equals), "target=desk, method=put()");
    }

    private static ActorStoppedException stopped(boolean maybeExecuted) {
        return new ActorStoppedException("it has ended", "/desk", null, EndReason.RESTARTED, maybeExecuted, null);
    }

    private static CallTimeoutException late(boolean maybeExecuted) {
        return new CallTimeoutException("it must be in time", null, null, null, maybeExecuted, false);
    }

    @Test
    void shouldSayThatACallWasNotExecutedOnlyIfItIsKnown() {
        assertThat(((ActorStoppedException) told(stopped(false))).maybeExecuted())
                .isFalse();
        assertThat(((ActorStoppedException) told(stopped(false))).reason()).isEqualTo(EndReason.RESTARTED);
        assertThat(((CallTimeoutException) told(late(false))).maybeExecuted()).isFalse();
    }

    @Test
    void shouldBelieveThatACallWhichWasSentOnWasExecutedThere() {
        assertThat(((ActorStoppedException) told(stopped(true))).maybeExecuted())
                .isTrue();
        assertThat(((CallTimeoutException) told(late(true))).maybeExecuted()).isTrue();
    }

    @Test
    void shouldSayWhichActorHasEndedIfItIsNotTheTarget() {
        ActorStoppedException target = (ActorStoppedException) told(stopped(true), true);
        assertThat(target.address()).isEqualTo("desk");
        assertThat(target).hasMessageStartingWith("the target of the call has stopped: target=desk, method=put()");
        ActorStoppedException other = (ActorStoppedException)
                told(new ActorStoppedException("it has ended", "/cellar", null, EndReason.FAILED, false, null), true);
        assertThat(other.address()).isEqualTo("/cellar");
        assertThat(other.reason()).isEqualTo(EndReason.FAILED);
        assertThat(other.maybeExecuted()).isTrue();
        assertThat(other).hasMessageStartingWith("an actor that is needed has stopped: target=desk, method=put()");
    }

    @Test
    void shouldNotCutACharacterOfALongAddressInTwo() {
        String address = "/" + "x".repeat(510) + "\uD83D\uDE00";
        ActorStoppedException other = (ActorStoppedException)
                told(new ActorStoppedException("it has ended", address, null, EndReason.FAILED, false, null), true);
        assertThat(other.address()).isEqualTo("/" + "x".repeat(510));
    }

    @Test
    void shouldNotSayThatACallWasRefusedWhichHasFilledAnotherMailbox() {
        MailboxFullException full = new MailboxFullException("it is full: actor=/cellar");
        assertThat(told(full, true)).isInstanceOf(RemoteFailedException.class).hasMessageContaining("actor=/cellar");
        assertThat(told(full, false)).isInstanceOf(CallRefusedException.class).hasMessageContaining("reason=BUSY");
    }

    @Test
    void shouldBelieveNothingThatAnOlderVersionHasNotSaid() {
        Failure older = new Failure(Code.STOPPED, "", "it has ended");
        ActorStoppedException stopped = (ActorStoppedException) Failures.toException(older, "target=desk");
        assertThat(stopped.maybeExecuted()).isTrue();
        assertThat(stopped.reason()).isEqualTo(EndReason.STOPPED);
    }
}
