// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.DeadLetter.Reason;
import io.troupe.core.actor.SystemListener;
import io.troupe.core.message.Call;
import io.troupe.dispatch.cell.Message;
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
        String method = message instanceof Call call
                ? call.method().toString()
                : message.getClass().getSimpleName();
        report(new DeadLetter(target, method, reason));
    }

    void continuation(String target) {
        report(new DeadLetter(target, "continuation", Reason.CONTINUATION));
    }

    void report(DeadLetter letter) {
        counter(letter.reason()).increment();
        log.deadLetter(letter);
        listener.onDeadLetter(letter);
    }

    private LongAdder counter(Reason reason) {
        return counts.computeIfAbsent(reason, any -> new LongAdder());
    }

    long count(Reason reason) {
        return counter(reason).sum();
    }

    long count() {
        return counts.values().stream().mapToLong(LongAdder::sum).sum();
    }
}
