// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.Supervision.Decision;
import io.troupe.core.cell.StandardError.Kind;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.helpers.MessageFormatter;

/**
 * Writes events of a system to the log; without a logging provider the first of each kind to the standard error. What can
 * happen a million times a second is sampled: the first, the second, the fourth … of its kind, each line saying how many
 * there were. Any thread; never throws because of the log.
 */
final class SystemLog {
    private static final Logger LOG = LoggerFactory.getLogger("io.troupe.system");

    private final String system;

    /** Null where there is a logging provider. */
    private final @Nullable StandardError fallback;

    private final AtomicLong letters = new AtomicLong();
    private final AtomicLong unhandled = new AtomicLong();
    private final LongAdder late = new LongAdder();
    private volatile boolean closing;

    /** With the logging provider of the process, or the standard error if there is none. */
    SystemLog(String system) {
        this(system, StandardError.isNeeded() ? new StandardError(system) : null);
    }

    SystemLog(String system, @Nullable StandardError fallback) {
        this.system = system;
        this.fallback = fallback;
    }

    /** From now on dead letters are what the user asked for: counted, but logged for debugging only. */
    void closing() {
        closing = true;
    }

    /** Counts a dead letter. Returns its number if {@link #deadLetter} is to show it, else 0. */
    long nextDeadLetter() {
        long count = letters.incrementAndGet();
        return isPowerOfTwo(count) || (closing && LOG.isDebugEnabled()) ? count : 0;
    }

    /**
     * Shows a dead letter.
     *
     * @param count from {@link #nextDeadLetter}
     */
    void deadLetter(DeadLetter letter, long count) {
        if (closing) {
            LOG.debug("dead letter while closing: {}", letter);
        } else {
            report(
                    Kind.DEAD_LETTER,
                    Level.WARN,
                    "dead letter: target={}, method={}, reason={}, total={}",
                    letter.target(),
                    letter.method(),
                    letter.reason(),
                    count);
        }
    }

    /**
     * A promise failed and nobody looks at it.
     *
     * @param call whether it is the promise of an ask
     * @param notFollowed how many others failed in too short a time to be followed
     */
    void unhandled(boolean call, String origin, Throwable cause, int notFollowed) {
        long count = unhandled.incrementAndGet();
        if (isPowerOfTwo(count) || notFollowed > 0) {
            report(
                    call ? Kind.IGNORED_ASK : Kind.UNHANDLED_PROMISE,
                    Level.WARN,
                    "a promise failed and nobody handles it: {}={}, total={}, notFollowed={}; add onError or recover",
                    call ? "call" : "actor",
                    origin,
                    count,
                    notFollowed,
                    cause);
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
        String what = "actor failed: actor={}, decision={}";
        switch (decision) {
            case RESUME ->
                report(Kind.ACTOR_FAILURE, Level.WARN, what + ", cause={}", address, decision, cause.toString());
            case RESTART -> report(Kind.ACTOR_FAILURE, Level.WARN, what, address, decision, cause);
            case STOP, ESCALATE -> report(Kind.ACTOR_FAILURE, Level.ERROR, what, address, decision, cause);
        }
    }

    /** The first failure of a stage; later ones are counted by its line and told to listeners. */
    void stageFailed(String address, Throwable cause, Decision decision) {
        report(
                Kind.ACTOR_FAILURE,
                decision == Decision.STOP ? Level.ERROR : Level.WARN,
                "a stage failed for the first time: stage={}, decision={}",
                address,
                decision,
                cause);
    }

    void failureWhile(String address, Throwable cause, Object phase) {
        report(
                Kind.ACTOR_FAILURE,
                Level.WARN,
                "actor failed and is not supervised any more: actor={}, phase={}",
                address,
                phase,
                cause);
    }

    void hookFailed(String address, String hook, Throwable cause) {
        report(Kind.ACTOR_FAILURE, Level.ERROR, "hook failed: actor={}, hook={}", address, hook, cause);
    }

    void blocked(String address, String method, Object duration, String thread, String stack) {
        report(
                Kind.BLOCKED_WORKER,
                Level.WARN,
                "a message blocks its worker: actor={}, method={}, atLeast={}, thread={}{}",
                address,
                method,
                duration,
                thread,
                stack);
    }

    void backlog(String address, int waiting, int heapPercent) {
        report(
                Kind.BACKLOG,
                Level.WARN,
                "a mailbox is deep while the heap is short: actor={}, waiting={}, heapInUse={} %; give it a bound, with PACE if"
                        + " nothing may be lost, or less to do per message",
                address,
                waiting,
                heapPercent);
    }

    void internal(String what, Throwable cause) {
        report(Kind.INTERNAL_ERROR, Level.ERROR, "{}: system={}", what, system, cause);
    }

    /** Something about an actor's class that is allowed and will surprise somebody. */
    void caution(String type, String sentence) {
        report(Kind.ACTOR_TYPE, Level.WARN, "{}, class={}", sentence, type);
    }

    void closingFailed(String step, Throwable cause) {
        report(
                Kind.CLOSING,
                Level.WARN,
                "a step of closing the system failed: system={}, step={}",
                system,
                step,
                cause);
    }

    /** A log that throws must not keep anybody from dealing with what is being logged. */
    private void report(Kind kind, Level level, String format, Object... arguments) {
        try {
            if (fallback == null) {
                LOG.atLevel(level).log(format, arguments);
            } else if (fallback.isFirst(kind)) {
                fallback.print(kind, MessageFormatter.arrayFormat(format, arguments));
            }
        } catch (Throwable e) {
            // there is nobody left to tell: the log itself has failed, usually for want of memory or stack
        }
    }

    private static boolean isPowerOfTwo(long count) {
        return (count & (count - 1)) == 0;
    }
}
