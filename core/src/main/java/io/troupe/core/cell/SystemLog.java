// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.DeadLetter;
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

    SystemLog(String system) {
        this.system = system;
    }

    void deadLetter(DeadLetter letter) {
        long count = letters.incrementAndGet();
        if (isPowerOfTwo(count)) {
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

    void failure(String address, Throwable cause, Object decision) {
        LOG.error("actor failed: actor={}, decision={}", address, decision, cause);
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
