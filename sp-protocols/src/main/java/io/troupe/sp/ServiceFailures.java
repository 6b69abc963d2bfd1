// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.Protocol;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the messages of which their service made nothing, in the statistics of the socket too. The first, second, fourth, eighth …
 * of a kind is logged: peers can bring them about in masses. Any thread.
 */
final class ServiceFailures {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceFailures.class);

    private final Protocol protocol;
    private final SocketCounters counters;
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong unanswered = new AtomicLong();
    private final AtomicLong overdue = new AtomicLong();

    /** None yet. */
    ServiceFailures(Protocol protocol, SocketCounters counters) {
        this.protocol = protocol;
        this.counters = counters;
    }

    /** The service threw, gave no promise, or its promise failed. */
    void failed(Throwable cause) {
        counters.dropped(DropReason.FAILED);
        long count = failed.incrementAndGet();
        if (isTold(count)) {
            LOG.warn("the service of a message failed: protocol={}, so far={}", protocol, count, cause);
        }
    }

    /** The service gave null as the answer. */
    void unanswered() {
        counters.dropped(DropReason.UNANSWERED);
        unanswered.incrementAndGet();
    }

    /** The service took too long. */
    void overdue(Duration limit) {
        counters.dropped(DropReason.OVERDUE);
        long count = overdue.incrementAndGet();
        if (isTold(count)) {
            LOG.warn(
                    "the service of a message must settle its promise in time, the message is given up:"
                            + " serviceTimeout={}, protocol={}, so far={}",
                    limit,
                    protocol,
                    count);
        }
    }

    /** An answer came when nobody waited for it any more. */
    void late() {
        counters.dropped(DropReason.LATE);
    }

    /** An answer found no room at its peer in time. */
    void unsent() {
        counters.dropped(DropReason.SEND_QUEUE_FULL);
    }

    /** Nobody serves any more. */
    void closed() {
        counters.dropped(DropReason.CLOSED);
    }

    /** All that gave no answer for the service's sake. */
    long sum() {
        return failed.get() + unanswered.get() + overdue.get();
    }

    private static boolean isTold(long count) {
        return Long.bitCount(count) == 1;
    }
}
