// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.continuation.Observer;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Forwards messages from one socket of a device to the other, one by one, on whichever thread makes the next step
 * possible.
 *
 * <p>Invariant: one step is under way at a time, and it ends in {@link #go}. A step that ends at once does so within
 * {@code go} itself: it is noted in {@code steps}, and the loop there takes the next one, so nothing recurs.
 */
final class Forwarder {
    private static final int NO_PIPE = 0;

    private final DuplexSocket from;
    private final DuplexSocket to;
    private final Device device;
    private final LongAdder forwarded = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final AtomicInteger steps = new AtomicInteger();
    /** What was received and is yet to be sent; handed from step to step by {@code steps}. */
    private @Nullable SpMessage taken;

    Forwarder(DuplexSocket from, DuplexSocket to, Device device) {
        this.from = from;
        this.to = to;
        this.device = device;
    }

    long forwarded() {
        return forwarded.sum();
    }

    long failed() {
        return failed.sum();
    }

    /** The last step has ended, or there was none yet: takes the next. */
    void go() {
        if (steps.getAndIncrement() != 0) {
            return; // whoever took the last step takes the next one too
        }
        do {
            step();
        } while (steps.decrementAndGet() != 0);
    }

    private void step() {
        SpMessage message = taken;
        if (message == null) {
            new Receiving().observe(from.receiveLater());
            return;
        }
        taken = null;
        if (from != to) {
            message.pipe(NO_PIPE); // the other socket does not know the one it came through
        }
        new Sending().observe(to.sendLater(message));
    }

    private final class Receiving extends Observer<SpMessage> {
        @Override
        protected void onValue(@Nullable SpMessage message) {
            taken = message;
            go();
        }

        @Override
        protected void onFailure(Throwable cause) {
            device.end();
        }
    }

    private final class Sending extends Observer<Void> {
        @Override
        protected void onValue(@Nullable Void nothing) {
            forwarded.increment();
            go();
        }

        @Override
        protected void onFailure(Throwable cause) {
            failed.increment();
            if (cause instanceof SpException e && e.reason() != SpError.CLOSED) {
                go(); // this message could not be sent, the next one may be
            } else {
                device.end();
            }
        }
    }
}
