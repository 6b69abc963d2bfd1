// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import io.troupe.core.error.ActorException;
import io.troupe.core.promise.Callback;
import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Threads that tell, ask and read a stream all the time, whatever becomes of the link; and what they have seen. */
final class Traffic implements AutoCloseable {
    private static final long PAUSE_NANOS = 50_000;
    private static final int ASK_EVERY = 8;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Ledger ledger;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong told = new AtomicLong();
    private final AtomicLong asked = new AtomicLong();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong wrong = new AtomicLong();
    private final AtomicLong streams = new AtomicLong();
    private final AtomicLong items = new AtomicLong();
    private volatile boolean over;

    private Traffic(Ledger ledger, int senders) {
        this.ledger = ledger;
        for (int i = 0; i < senders; i++) {
            int sender = i;
            threads.add(new Thread(() -> send(sender), "traffic-" + sender));
        }
        threads.add(new Thread(this::read, "traffic-reader"));
        threads.forEach(Thread::start);
    }

    static Traffic to(Ledger ledger) {
        return new Traffic(ledger, 2);
    }

    private void send(int sender) {
        for (long number = 1; !over; number++) {
            long check = Ledger.checkOf(sender, number);
            if (number % ASK_EVERY == 0) {
                asked.incrementAndGet();
                long expected = number;
                ledger.noteAndTell(sender, number, check)
                        .onComplete((result, failure) -> ended(expected, result, failure));
            } else {
                ledger.note(sender, number, check);
                told.incrementAndGet();
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private void ended(long expected, Long result, Throwable failure) {
        if (failure instanceof ActorException) {
            failed.incrementAndGet();
        } else if (failure == null && result == expected) {
            answered.incrementAndGet();
        } else {
            wrong.incrementAndGet();
        }
    }

    /** Reads until the link is lost, then anew. */
    private void read() {
        while (!over) {
            AtomicLong last = new AtomicLong();
            Callback<Long> counts = Callback.of(count -> {
                if (count <= last.getAndSet(count)) {
                    wrong.incrementAndGet();
                }
                items.incrementAndGet();
            });
            ledger.read(counts);
            streams.incrementAndGet();
            while (!over && !counts.isEnded() && last.get() >= 0) {
                LockSupport.parkNanos(5_000_000);
                if (last.get() == 0 && counts.waiting() == 0) {
                    LockSupport.parkNanos(50_000_000); // perhaps it was never received: begin anew
                    if (last.get() == 0) {
                        break;
                    }
                }
            }
            counts.end();
        }
    }

    long told() {
        return told.get();
    }

    long answered() {
        return answered.get();
    }

    long failed() {
        return failed.get();
    }

    /** Answers that were not those of their questions, and items out of order. */
    long wrong() {
        return wrong.get();
    }

    long items() {
        return items.get();
    }

    /** Waits until the traffic flows. */
    void awaitAnswers(int more) {
        long goal = answered.get() + more;
        Await.until("asks are answered: " + this, LIMIT, () -> answered.get() >= goal);
    }

    @Override
    public void close() {
        stop();
    }

    /** Stops it; every ask has ended then. */
    void stop() {
        over = true;
        for (Thread thread : threads) {
            Await.until("a thread of the traffic ends: " + thread, LIMIT, () -> !thread.isAlive());
        }
        Await.until(
                "every ask ends: " + this,
                LIMIT,
                () -> asked.get() == answered.get() + failed.get() + wrong.get() || wrong.get() > 0);
    }

    @Override
    public String toString() {
        return "Traffic[told=" + told + ", asked=" + asked + ", answered=" + answered + ", failed=" + failed
                + ", wrong=" + wrong + ", streams=" + streams + ", items=" + items + "]";
    }
}
