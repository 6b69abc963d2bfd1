// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.DeadLetter.Reason;
import io.troupe.core.actor.SystemListener;
import io.troupe.core.actor.Terminated;
import io.troupe.core.message.Call;
import io.troupe.dispatch.cell.Message;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts and reports messages that were not delivered. Keeps none of them. Any thread. */
final class DeadLetters {
    private final ConcurrentMap<Reason, LongAdder> counts = new ConcurrentHashMap<>();

    private final SystemListener listener;
    private final SystemLog log;

    DeadLetters(SystemListener listener, SystemLog log) {
        this.listener = listener;
        this.log = log;
    }

    void add(String target, Message message, Reason reason) {
        report(new DeadLetter(target, describe(message), reason));
    }

    private static String describe(Message message) {
        return message instanceof Call call
                ? call.method().toString()
                : message.getClass().getSimpleName();
    }

    /** A message to an actor that has ended. */
    void undelivered(Terminated end, Message message) {
        report(new DeadLetter(end.address(), describe(message), Reason.STOPPED, end.reason(), end.cause()));
    }

    /** A continuation of an actor that has ended, or of an incarnation. */
    void continuation(Terminated end) {
        report(new DeadLetter(end.address(), "continuation", Reason.CONTINUATION, end.reason(), end.cause()));
    }

    void report(DeadLetter letter) {
        counter(letter.reason()).increment();
        DeadLetterEvent.emit(letter);
        log.deadLetter(letter);
        listener.onDeadLetter(letter);
    }

    private LongAdder counter(Reason reason) {
        return counts.computeIfAbsent(reason, any -> new LongAdder());
    }

    long count(Reason reason) {
        return counter(reason).sum();
    }

    /** Of all reasons that have occurred. */
    Map<Reason, Long> counts() {
        Map<Reason, Long> snapshot = new EnumMap<>(Reason.class);
        counts.forEach((reason, counter) -> snapshot.put(reason, counter.sum()));
        return snapshot;
    }

    long count() {
        return counts.values().stream().mapToLong(LongAdder::sum).sum();
    }
}
