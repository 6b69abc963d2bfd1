// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing.simulation;

import java.util.ArrayDeque;

/** Messages from one sender over one link to one queue, and the scheme that paces them. */
final class Flow {
    final Link link;
    final Queue queue;
    final Scheme scheme;
    final Source source;
    final Series delivered = new Series();
    final Series backlog = new Series();
    double outbox;
    double mostOutbox;
    long controls;
    long lost;

    private final ArrayDeque<Note> notes = new ArrayDeque<>();

    private record Note(long at, Object content) {}

    Flow(Link link, Queue queue, Source source, Scheme scheme) {
        this.link = link;
        this.queue = queue;
        this.source = source;
        this.scheme = scheme;
        link.flows.add(this);
    }

    void produce(long now, long nanos) {
        double made = source.rate().applyAsDouble(now) * nanos / 1e9;
        if (source.blocking()) {
            queue.offered(0, true);
            made = Math.min(made, Math.max(0, source.outbox() - outbox));
        } else {
            queue.offered(made, false);
        }
        outbox += made;
        mostOutbox = Math.max(mostOutbox, outbox);
        backlog.add(now, outbox);
    }

    void offer(int n) {
        int kept = Math.min(n, source.outbox() - (int) outbox);
        outbox += kept;
        mostOutbox = Math.max(mostOutbox, outbox);
        lost += n - kept;
    }

    void send(long now, long step) {
        int wanted = Math.min((int) outbox, link.room());
        int n = wanted == 0 ? 0 : scheme.permits(now, wanted);
        if (n > 0) {
            outbox -= n;
            link.put(this, n, step);
            scheme.sent(n, now);
        }
        scheme.starving(outbox >= 1 && n == 0, now);
    }

    /** At the receiver: messages have moved into the queue. */
    void enqueue(int n, long now) {
        queue.queued += n;
        scheme.arrived(n, now);
        delivered.add(now, n);
    }

    void control(long now) {
        if (now >= link.deadFrom) {
            return;
        }
        Object note = scheme.poll(now, queue.queued, queue.processed);
        if (note != null) {
            controls++;
            notes.add(new Note(now + link.rtt / 2, note));
        }
    }

    void hear(long now) {
        for (Note note = notes.peek(); note != null && note.at <= now; note = notes.peek()) {
            notes.remove();
            scheme.onControl(note.content, now);
        }
    }
}
