// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.DeadLetter.Reason;
import io.troupe.core.actor.Terminated;
import io.troupe.core.message.Call;
import io.troupe.dispatch.cell.Message;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts and reports messages that were not delivered. Keeps none of them. A million may come at once, when an actor ends, so
 * most are counted only: a letter is made when the log is to show it or somebody listens. Any thread.
 */
final class DeadLetters {
    /** One per reason, made once. */
    private final Map<Reason, LongAdder> counts = new EnumMap<>(Reason.class);

    private final SystemListeners listeners;
    private final SystemLog log;

    DeadLetters(SystemListeners listeners, SystemLog log) {
        this.listeners = listeners;
        this.log = log;
        for (Reason reason : Reason.values()) {
            counts.put(reason, new LongAdder());
        }
    }

    void add(String target, Message message, Reason reason) {
        long logged = note(reason);
        if (isRead(logged)) {
            tell(new DeadLetter(target, describe(message), reason), logged);
        }
    }

    static String describe(Message message) {
        return message instanceof Call call
                ? call.method().toString()
                : message.getClass().getSimpleName();
    }

    /** A message to an actor that has ended. */
    void undelivered(Terminated end, Message message) {
        long logged = note(Reason.STOPPED);
        if (isRead(logged)) {
            tell(new DeadLetter(end.address(), describe(message), Reason.STOPPED, end.reason(), end.cause()), logged);
        }
    }

    /** A continuation of an actor that has ended, or of an incarnation. */
    void continuation(Terminated end) {
        long logged = note(Reason.CONTINUATION);
        if (isRead(logged)) {
            tell(new DeadLetter(end.address(), "continuation", Reason.CONTINUATION, end.reason(), end.cause()), logged);
        }
    }

    void report(DeadLetter letter) {
        tell(letter, note(letter.reason()));
    }

    /** Counts one. Returns its number if the log is to show it, else 0. */
    private long note(Reason reason) {
        counter(reason).increment();
        return log.nextDeadLetter();
    }

    private LongAdder counter(Reason reason) {
        return Objects.requireNonNull(counts.get(Objects.requireNonNull(reason, "reason")), "counter");
    }

    private boolean isRead(long logged) {
        return logged != 0 || !listeners.isEmpty() || TroubleRecorder.wantsDeadLetters();
    }

    private void tell(DeadLetter letter, long logged) {
        if (logged != 0) {
            log.deadLetter(letter, logged);
        }
        TroubleRecorder.deadLetter(letter);
        listeners.onDeadLetter(letter);
    }

    long count(Reason reason) {
        return counter(reason).sum();
    }

    /** Of all reasons that have occurred. */
    Map<Reason, Long> counts() {
        Map<Reason, Long> snapshot = new EnumMap<>(Reason.class);
        for (Reason reason : Reason.values()) {
            long count = count(reason);
            if (count > 0) {
                snapshot.put(reason, count);
            }
        }
        return snapshot;
    }

    long count() {
        long sum = 0;
        for (LongAdder count : counts.values()) {
            sum += count.sum();
        }
        return sum;
    }
}
