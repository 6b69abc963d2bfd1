// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.stress;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Sends and receives, each time in another way: waiting, trying, or with a promise. One thread's. */
final class Styles {
    /** More than any call may take with its own limit. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final int MOST_PENDING = 6;
    private static final long STEP_NANOS = 20_000;

    private final Random random;
    private final Duration limit;
    private final Queue<Promise<Void>> pending = new ArrayDeque<>();

    /** @param limit for each call; the sockets' own limits must be the same, for the promises */
    Styles(Random random, Duration limit) {
        this.random = random;
        this.limit = limit;
    }

    /** Sends; in any case the message is not the caller's any more. */
    void send(MessageSender sender, SpMessage message) {
        int style = random.nextInt(4);
        if (style == 0) {
            pending.add(sender.sendLater(message));
            if (pending.size() > MOST_PENDING) {
                settled(pending.remove());
            }
            return;
        }
        try {
            if (style == 1) {
                for (int i = 0; i < 10; i++) {
                    if (sender.trySend(message)) {
                        return;
                    }
                    LockSupport.parkNanos(STEP_NANOS);
                }
            }
            sender.send(message, limit);
        } catch (SpException e) {
            message.release();
            throw e;
        }
    }

    /** Waits for the promised sends. */
    void finish() {
        while (!pending.isEmpty()) {
            settled(pending.remove());
        }
    }

    SpMessage receive(MessageReceiver receiver) {
        int style = random.nextInt(3);
        if (style == 0) {
            return settled(receiver.receiveLater());
        }
        if (style == 1) {
            for (int i = 0; i < 10; i++) {
                Optional<SpMessage> message = receiver.tryReceive();
                if (message.isPresent()) {
                    return message.get();
                }
                LockSupport.parkNanos(STEP_NANOS);
            }
        }
        return receiver.receive(limit);
    }

    static <T> T settled(Promise<T> promise) {
        try {
            return promise.await(PATIENCE);
        } catch (SpException e) {
            throw e;
        } catch (RuntimeException e) {
            if (!promise.isSettled()) {
                throw new AssertionError("a promise must settle within its limit", e);
            }
            throw e;
        }
    }

    /** Runs until the socket is closed; limits may pass. */
    static void untilClosed(Runnable task) {
        while (true) {
            try {
                task.run();
            } catch (SpException e) {
                if (e.reason() == SpError.CLOSED) {
                    return;
                }
                if (e.reason() != SpError.TIMED_OUT) {
                    throw e;
                }
            }
        }
    }

    /** Rethrows what a socket that is closed, or was slow before, has no reason to say. */
    static void expectClosed(SpException failure) {
        if (failure.reason() != SpError.CLOSED && failure.reason() != SpError.TIMED_OUT) {
            throw failure;
        }
    }
}
