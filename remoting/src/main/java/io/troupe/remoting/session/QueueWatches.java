// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.timer.Clock;
import io.troupe.remoting.pacing.QueueWatch;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One watch, and one count of messages, per mailbox that links feed, shared by all of them. Any thread. */
final class QueueWatches {
    private final Clock clock;
    private final Map<Cell, Watched> watched = new HashMap<>();

    /** Nothing is watched. */
    QueueWatches(Clock clock) {
        this.clock = clock;
    }

    /** What all links know of one mailbox. */
    static final class Watched {
        private final QueueWatch watch;
        private final MailboxDepth depth;
        private int users;

        Watched(QueueWatch watch, MailboxDepth depth) {
            this.watch = watch;
            this.depth = depth;
        }

        QueueWatch watch() {
            return watch;
        }

        MailboxDepth depth() {
            return depth;
        }
    }

    /** What is known of a mailbox; to be given back. */
    synchronized Watched open(Cell cell, int messages, long bytes) {
        Watched known = watched.computeIfAbsent(
                cell,
                any -> new Watched(
                        new QueueWatch(clock.nanos(), cell.deliveredCount(), capacity(cell.mailbox(), messages), bytes),
                        new MailboxDepth(cell, messages)));
        known.users++;
        return known;
    }

    private static int capacity(@Nullable Mailbox mailbox, int messages) {
        return mailbox == null ? messages : Math.min(messages, mailbox.capacity());
    }

    /** One link less feeds the mailbox. */
    synchronized void close(Cell cell) {
        Watched known = watched.get(cell);
        if (known != null && --known.users == 0) {
            watched.remove(cell);
        }
    }
}
