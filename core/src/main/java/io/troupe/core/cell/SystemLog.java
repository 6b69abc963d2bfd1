// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.Supervision.Decision;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events of a system to the log. What can happen a million times a second is sampled: the first, the second, the
 * fourth … of its kind, each line saying how many there were.
 */
final class SystemLog {
    private static final Logger LOG = LoggerFactory.getLogger("io.troupe.system");

    private final String system;
    private final AtomicLong letters = new AtomicLong();
    private final AtomicLong unhandled = new AtomicLong();
    private final LongAdder late = new LongAdder();
    private volatile boolean closing;

    SystemLog(String system) {
        this.system = system;
    }

    /** From now on dead letters are what the user asked for: counted, but logged for debugging only. */
    void closing() {
        closing = true;
    }

    void deadLetter(DeadLetter letter) {
        long count = letters.incrementAndGet();
        if (closing) {
            LOG.debug("dead letter while closing: {}", letter);
        } else if (isPowerOfTwo(count)) {
            LOG.warn(
                    "dead letter: target={}, method={}, reason={}, total={}",
                    letter.target(),
                    letter.method(),
                    letter.reason(),
                    count);
        }
    }

    void unhandled(String address, Throwable failure) {
        long count = unhandled.incrementAndGet();
        if (isPowerOfTwo(count)) {
            LOG.warn("a promise failed and nobody handles it: actor={}, total={}", address, count, failure);
        }
    }

    void late() {
        late.increment();
    }

    long lateResults() {
        return late.sum();
    }

    /** What the supervision expected is a warning, what ends an actor an error. */
    void failure(String address, Throwable cause, Decision decision) {
        switch (decision) {
            case RESUME ->
                LOG.warn("actor failed: actor={}, decision={}, cause={}", address, decision, cause.toString());
            case RESTART -> LOG.warn("actor failed: actor={}, decision={}", address, decision, cause);
            case STOP, ESCALATE -> LOG.error("actor failed: actor={}, decision={}", address, decision, cause);
        }
    }

    void failureWhile(String address, Throwable cause, Object phase) {
        LOG.warn("actor failed and is not supervised any more: actor={}, phase={}", address, phase, cause);
    }

    void hookFailed(String address, String hook, Throwable cause) {
        LOG.error("hook failed: actor={}, hook={}", address, hook, cause);
    }

    void blocked(String address, String method, Object duration, String thread, String stack) {
        LOG.warn(
                "a message blocks its worker: actor={}, method={}, atLeast={}, thread={}{}",
                address,
                method,
                duration,
                thread,
                stack);
    }

    void internal(String what, Throwable cause) {
        LOG.error("{}: system={}", what, system, cause);
    }

    void closedLate(String what) {
        LOG.warn("the system did not end in time: system={}, waitingFor={}", system, what);
    }

    private static boolean isPowerOfTwo(long count) {
        return (count & (count - 1)) == 0;
    }
}
