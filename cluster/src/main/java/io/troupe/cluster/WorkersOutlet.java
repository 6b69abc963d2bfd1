// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.core.actor.DeadLetter;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.Observer;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.host.OutletHost;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.AskedTell;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Message;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Sends each call to the worker that has the fewest under way: one that has none, if there is one; in turn among equals. A
 * worker has a call under way from when it is sent until it is answered, so also while a promise that its method has returned
 * is pending. Any thread.
 *
 * <p>A worker gets a copy of a call: that way its end is seen, whoever else waits for it. The deadline stays with the call, and
 * ends the copy.
 *
 * <p>Known race: two threads may find the same worker idle. Then one of the two calls waits for the other.
 */
final class WorkersOutlet implements Outlet {
    private final OutletHost host;
    private final String address;
    private final List<Worker> workers;
    private final AtomicInteger turn = new AtomicInteger();

    /**
     * Leads to some actors.
     *
     * @param host the actor system
     * @param address of all together
     * @param outlets to them, at least one
     */
    WorkersOutlet(OutletHost host, String address, List<Outlet> outlets) {
        this.host = host;
        this.address = address;
        this.workers = outlets.stream().map(Worker::new).toList();
    }

    /** One of them. */
    private static final class Worker {
        private final Outlet outlet;
        private final AtomicInteger underWay = new AtomicInteger();

        Worker(Outlet outlet) {
            this.outlet = outlet;
        }
    }

    private Worker next() {
        int first = Math.floorMod(turn.getAndIncrement(), workers.size());
        Worker best = workers.get(first);
        for (int i = 1; i < workers.size() && best.underWay.get() > 0; i++) {
            Worker other = workers.get((first + i) % workers.size());
            if (other.underWay.get() < best.underWay.get()) {
                best = other;
            }
        }
        return best;
    }

    @Override
    public void tell(TellMessage message) {
        AskedTell asked = new AskedTell(message);
        asked.inherit(outsideExecutor(), 0); // nobody waits for it
        Worker worker = next();
        worker.underWay.incrementAndGet();
        new Observer<Void>() {
            @Override
            protected void onValue(@Nullable Void executed) {
                worker.underWay.decrementAndGet();
            }

            @Override
            protected void onFailure(Throwable cause) {
                worker.underWay.decrementAndGet();
                if (cause instanceof ActorStoppedException stopped && !stopped.maybeExecuted()) {
                    host.deadLetter(new DeadLetter(address, message.method().toString(), DeadLetter.Reason.REFUSED));
                }
            }
        }.observe(asked);
        worker.outlet.ask(asked);
    }

    @Override
    @SuppressWarnings("unchecked") // a copy is of the same type
    public <T> Promise<T> ask(AskMessage<T> message) {
        message.target(this);
        message.limitBy(host.deadlines(), host.askNanos());
        if (!message.beginSending()) {
            return message; // its deadline has passed
        }
        AskMessage<T> copy = (AskMessage<T>) message.copy();
        copy.inherit(outsideExecutor(), 0);
        Worker worker = next();
        worker.underWay.incrementAndGet();
        new Observer<T>() {
            @Override
            protected void onValue(@Nullable T value) {
                worker.underWay.decrementAndGet();
            }

            @Override
            protected void onFailure(Throwable cause) {
                worker.underWay.decrementAndGet();
            }
        }.observe(copy);
        message.answerLike(worker.outlet.ask(copy));
        return message;
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public String whereabouts(Message message) {
        return "with a worker";
    }

    @Override
    public CallbackExecutor outsideExecutor() {
        return host.outsideExecutor();
    }

    @Override
    public void late(AskMessage<?> message) {
        host.lateResult();
    }

    @Override
    public String toString() {
        return address;
    }
}
