// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.SocketContext;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The classic way to ask: one question at a time, then what it brings is received. Subclasses send, and call {@link #signal}
 * when something has come or nothing will. Thread-safe.
 *
 * @param <Q> the question
 */
abstract class QuestionContext<Q> implements SocketContext {
    private final SocketCore core;
    private final WaitQueue<Q, SpMessage> receivers;
    private final AtomicReference<@Nullable Q> current = new AtomicReference<>();
    private volatile boolean closed;

    /** One that has not asked yet. */
    QuestionContext(SocketCore core) {
        this.core = core;
        this.receivers = new WaitQueue<>("a receive", this::attempt, core.spinner(), core, this::giveBack);
    }

    /**
     * What the question has brought; null: nothing yet.
     *
     * @throws SpException there will be nothing more
     */
    abstract @Nullable SpMessage take(Q question);

    /**
     * Takes back what {@link #take} has given: it is the next.
     *
     * @return false if the question was given up meanwhile; the message is then the caller's
     */
    abstract boolean putBack(Q question, SpMessage message);

    /** Whether the question is over once this was taken from it. */
    abstract boolean endsWithFirst();

    /** Ends a question that may be over already, and drops what it has brought; those who receive fail. */
    abstract void giveUp(Q question, SpException cause);

    /** Drops and counts what nobody waits for. */
    abstract void dropLate(SpMessage message);

    /** Why the socket is closed, if it is. */
    abstract @Nullable SpException socketClosed();

    /** A new question takes the place of the one before. */
    final void begin(Q question) {
        check();
        giveUpBefore(current.getAndSet(question), SpError.CANCELED, "a newer one took its place");
    }

    /** The question could not be asked. */
    final void end(Q question, SpException cause) {
        current.compareAndSet(question, null);
        giveUp(question, cause);
    }

    /** Gives the open question up, if there is one. */
    final void forget() {
        giveUpBefore(current.getAndSet(null), SpError.CANCELED, "it was given up");
    }

    private void giveUpBefore(@Nullable Q before, SpError reason, String why) {
        if (before != null) {
            giveUp(before, error(reason, why));
        }
    }

    /** Something has come, or nothing will. */
    final void signal() {
        receivers.signal();
    }

    /** An error of this conversation. */
    final SpException error(SpError reason, String why) {
        return new SpException(reason, why + ": protocol=" + core.protocol());
    }

    @Override
    public final SpMessage receive() {
        return receive(Timeouts.nanos(core.options().receiveTimeout()));
    }

    @Override
    public final SpMessage receive(Duration limit) {
        return receive(Timeouts.nanos(limit));
    }

    /** {@link #receive(Duration)}, in nanoseconds. */
    final SpMessage receive(long limitNanos) {
        return receivers.await(opened(), limitNanos);
    }

    @Override
    public final Optional<SpMessage> tryReceive() {
        Q question = opened();
        SpMessage message = receivers.tryNow(question);
        return Optional.ofNullable(message == null && core.poll() ? receivers.tryNow(question) : message);
    }

    @Override
    public final Promise<SpMessage> receiveLater() {
        try {
            return receivers.later(
                    opened(), core.timers(), Timeouts.nanos(core.options().receiveTimeout()));
        } catch (SpException e) {
            return Promise.failed(e);
        }
    }

    private Q opened() {
        Q question = current.get();
        if (question == null) {
            check();
            throw error(SpError.STATE, "a receive needs something to be sent first");
        }
        return question;
    }

    private @Nullable SpMessage attempt(Q question) {
        SpMessage message;
        try {
            message = take(question);
        } catch (SpException e) {
            if (e.reason() != SpError.STATE) { // or another receiver has taken it, and may give it back
                current.compareAndSet(question, null);
            }
            throw e;
        }
        if (message != null) {
            core.counters().received(message.size());
            if (endsWithFirst()) {
                current.compareAndSet(question, null);
            }
        }
        return message;
    }

    /** A promise was cancelled while this was taken for it: it is the next, unless the question was given up meanwhile. */
    private void giveBack(Q question, SpMessage message) {
        core.counters().returned(message.size());
        if (!putBack(question, message)) {
            dropLate(message);
            return;
        }
        if (current.get() != question && !current.compareAndSet(null, question)) {
            giveUp(question, error(SpError.CANCELED, "a newer one took its place"));
        }
        if (closed) {
            close(); // it may not have seen the question
        }
    }

    /**
     * Fails when the socket or this is closed.
     *
     * @throws SpException CLOSED
     */
    final void check() {
        SpException cause = socketClosed();
        if (cause != null) {
            throw new SpException(cause.reason(), String.valueOf(cause.getMessage()), cause);
        }
        if (closed) {
            throw error(SpError.CLOSED, "the context is closed");
        }
    }

    @Override
    public final void close() {
        closed = true;
        giveUpBefore(current.getAndSet(null), SpError.CLOSED, "the context is closed");
    }
}
