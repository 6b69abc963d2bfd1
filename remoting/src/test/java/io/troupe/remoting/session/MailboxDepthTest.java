// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.message.Reference;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import io.troupe.testkit.TestSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How many messages wait in a mailbox that several links fill. */
class MailboxDepthTest {
    private static final int LIMIT = 10_000;
    private static final int LOOK = 64;

    /** Takes anything. */
    public static class Sink extends Actor<Sink> {
        public void take() {}
    }

    private final TestSystem test = TestSystem.manual();

    @AfterEach
    void close() {
        test.close();
    }

    private static Cell cell(Sink sink) {
        return Reference.outletOf(sink).cell();
    }

    /** A busy link puts nine of ten messages, and looks as often as links do; returns what the other one sees at its look. */
    private static long seenByACalmLink(Sink sink) {
        MailboxDepth depth = new MailboxDepth(cell(sink), LIMIT);
        for (int i = 1; i <= 900; i++) {
            sink.take();
            if (i % LOOK == 0) {
                depth.look(LOOK, 0);
            }
        }
        for (int i = 0; i < 100; i++) {
            sink.take();
        }
        return depth.look(100, 0);
    }

    @Test
    void shouldCountWhatOtherLinksPut() {
        Sink sink = test.spawn(Sink.class, Sink::new);
        assertThat(cell(sink).mailbox()).as("counting it is a walk").isNull();
        assertThat(seenByACalmLink(sink)).isBetween(1000L - LOOK, 1000L);
    }

    @Test
    void shouldCountABoundedMailboxExactly() {
        Sink sink = test.spawn(
                Sink.class, Sink::new, ActorOptions.defaults().mailbox(MailboxSpec.bounded(2048, Overflow.PACE)));
        assertThat(seenByACalmLink(sink)).isEqualTo(1000);
    }

    /** What others put besides is known after a quarter more has come over links. */
    @Test
    void shouldCountAgainForLocalSenders() {
        Sink sink = test.spawn(Sink.class, Sink::new);
        MailboxDepth depth = new MailboxDepth(cell(sink), LIMIT);
        for (int i = 0; i < 1000; i++) {
            sink.take(); // by somebody here
        }
        for (int i = 0; i < LOOK; i++) {
            sink.take();
        }
        assertThat(depth.look(LOOK, 0)).isEqualTo(1000 + LOOK);
    }

    @Test
    void shouldFindNothingWhenAllIsDelivered() {
        Sink sink = test.spawn(Sink.class, Sink::new);
        MailboxDepth depth = new MailboxDepth(cell(sink), LIMIT);
        for (int i = 0; i < 300; i++) {
            sink.take();
        }
        assertThat(depth.look(300, 0)).isEqualTo(300);
        test.runAll();
        assertThat(depth.look(0, 0)).isZero();
    }

    /** Else the sender, told that much waits, would send so little that nobody would count again for a minute. */
    @Test
    void shouldFindOutAtOnceThatNothingWaits() {
        Sink sink = test.spawn(Sink.class, Sink::new);
        MailboxDepth depth = new MailboxDepth(cell(sink), LIMIT);
        depth.counted(LIMIT, 0, false, 0); // by mistake
        sink.take();
        test.runAll();
        assertThat(depth.look(1, 0)).isZero();
    }

    @Test
    void shouldAddUpWhatLinksHoldInFront() {
        MailboxDepth depth = new MailboxDepth(cell(test.spawn(Sink.class, Sink::new)), LIMIT);
        depth.look(0, 5);
        depth.look(0, 7);
        assertThat(depth.look(0, -5)).isEqualTo(7);
    }
}
