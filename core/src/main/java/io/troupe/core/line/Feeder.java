// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.line;

import io.troupe.core.actor.DeadLetter;
import io.troupe.core.cell.CellSystem;
import io.troupe.core.channel.Receiver;
import io.troupe.core.continuation.CallbackCell;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.SettablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.CellScheduler;
import io.troupe.dispatch.cell.Message;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes what it receives from a channel. A cell, so that a full ring holds it like an actor: then it receives nothing. Ends
 * with its channel or its line.
 */
final class Feeder<E> extends CallbackCell {
    private final CellSystem system;
    private final LineRing<?> ring;
    private final Receiver<E> source;
    private final Consumer<? super E> put;
    private final Consumer<? super Feeder<E>> onEnd;
    private final String address;
    private final StageExecutor executor;
    private final SettablePromise<Void> done;

    /** What ends the receiving by being cancelled; null before the first turn. In its turns. */
    private @Nullable Promise<Void> receiving;

    Feeder(
            CellSystem system,
            LineRing<?> ring,
            Receiver<E> source,
            Consumer<? super E> put,
            Consumer<? super Feeder<E>> onEnd) {
        super(CellScheduler.of(system.dispatcher()).home(), null);
        this.system = system;
        this.ring = ring;
        this.source = source;
        this.put = put;
        this.onEnd = onEnd;
        this.address = "troupe://" + system.name() + "/line/" + ring.name() + "/feeder";
        this.executor = new StageExecutor(this, system);
        this.done = system.newPromise();
    }

    /** Once. Any thread. */
    void begin() {
        signal(new Begin());
    }

    /** The line ends. Any thread, any number of times. */
    void stop() {
        signal(new Stop());
    }

    Promise<Void> done() {
        return done;
    }

    private void publish(E element) {
        try {
            put.accept(element);
        } catch (LineEndedException e) {
            system.deadLetter(new DeadLetter(address, "Line.publishFrom", DeadLetter.Reason.STOPPED));
            throw e;
        }
    }

    private void ended(@Nullable Throwable failure) {
        if (isClosed()) {
            return;
        }
        if (failure == null) {
            done.complete();
        } else {
            done.fail(failure);
        }
        close();
        executor.retire();
        onEnd.accept(this);
    }

    @Override
    protected void deliver(Message message) {
        try {
            message.deliver(this);
        } catch (Throwable e) {
            ended(e);
        }
    }

    @Override
    protected void undelivered(Message message) {
        CallbackExecutor.abandon(message, StageCell.tooLate(this));
    }

    @Override
    protected void abandoned(Throwable cause) {
        ended(cause);
    }

    @Override
    public CallbackExecutor callbackExecutor() {
        return executor;
    }

    @Override
    public @Nullable Object receiver() {
        return null;
    }

    @Override
    public Object reference() {
        throw new IllegalStateException("a feeder has no reference: feeder=" + address);
    }

    @Override
    public String toString() {
        return address;
    }

    private final class Begin extends Message {
        @Override
        public void deliver(Object self) {
            if (!isClosed()) {
                Promise<Void> all = source.each(Feeder.this::publish);
                receiving = all;
                all.onComplete((nothing, failure) -> ended(failure));
            }
        }
    }

    private final class Stop extends Message {
        @Override
        public void deliver(Object self) {
            Promise<Void> all = receiving;
            ended(new LineEndedException(
                    "the line has ended before the channel that it is fed from: line=" + ring.name(), null));
            if (all != null) {
                all.cancel();
            }
        }

        @Override
        protected boolean isSystemEvent() {
            return true;
        }
    }
}
