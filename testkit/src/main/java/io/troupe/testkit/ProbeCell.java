// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import io.troupe.core.ActorSystem;
import io.troupe.core.ShutdownPhase;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Terminated;
import io.troupe.core.continuation.CallbackCell;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.EndReason;
import io.troupe.core.host.ActorControl;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.core.reference.ReferenceType;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellScheduler;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Offer;
import io.troupe.dispatch.mailbox.MailboxSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What is behind a probe's reference: scheduled, addressed, watched and ended like an actor, but the object that runs the
 * messages only records them.
 */
final class ProbeCell extends CallbackCell implements Outlet, ActorControl {
    /** Probes so far of each system: addresses are to be the same in every run of a seed. Guarded by itself. */
    private static final Map<ActorSystem, Integer> COUNTS = new WeakHashMap<>();

    private final String address;
    private final ProbeExecutor executor;
    private final Object self;
    private final Object recorder;

    /** Time that asks have whose callers choose no deadline; 0: there is no limit. */
    private final long askNanos;

    private final List<CompletablePromise<Terminated>> watchers = new ArrayList<>(); // guarded by itself
    private @Nullable Terminated end; // guarded by watchers

    private ProbeCell(ActorSystem system, ReferenceType<?> type, Answers answers, CallLog log) {
        super(
                CellScheduler.of(system.dispatcher()).home(),
                CellScheduler.of(system.dispatcher()).mailbox(MailboxSpec.unbounded(), message -> {}));
        this.address = "troupe://" + system.name() + "/probe/" + type.type().getSimpleName() + "-" + nextNumber(system);
        this.executor = new ProbeExecutor(this, system.clock(), address);
        this.self = type.newReference(this);
        this.recorder = type.newReference(new Recorder(this, answers, log));
        this.askNanos = system.host().askNanos();
    }

    private static int nextNumber(ActorSystem system) {
        synchronized (COUNTS) {
            return COUNTS.merge(system, 1, Integer::sum);
        }
    }

    /** A cell that lives as long as the system. */
    static ProbeCell in(ActorSystem system, ReferenceType<?> type, Answers answers, CallLog log) {
        ProbeCell cell = new ProbeCell(system, type, answers, log);
        if (cell.mailbox() != null) { // that of a simulation, which is to know its cell
            CellScheduler.of(system.dispatcher())
                    .keep(cell, ActorOptions.defaults().placement());
        }
        system.onClose(ShutdownPhase.AFTER_ACTORS, cell.address, () -> {
            cell.stop();
            cell.executor.close();
            return cell.watch();
        });
        return cell;
    }

    // ---- sending -------------------------------------------------------------------------------------------------

    @Override
    public void tell(TellMessage message) {
        offer(message);
    }

    @Override
    public <T> Promise<T> ask(AskMessage<T> message) {
        tryAsk(message);
        return message;
    }

    @Override
    public Offer tryTell(TellMessage message) {
        return offer(message);
    }

    @Override
    public Offer tryAsk(AskMessage<?> message) {
        message.target(this);
        message.limitBy(executor.deadlines(), askNanos);
        return offer(message);
    }

    @Override
    public Cell cell() {
        return this;
    }

    @Override
    protected void undelivered(Message message) {
        ActorStoppedException stopped = new ActorStoppedException(
                "the target of the call has stopped",
                address,
                message instanceof Call call ? call.method() : null,
                EndReason.STOPPED,
                false,
                null);
        if (message instanceof AskMessage<?> ask) {
            ask.reject(stopped);
        } else if (message instanceof Mark mark) {
            mark.passed.complete();
        } else {
            CallbackExecutor.abandon(message, stopped);
        }
    }

    // ---- delivering ----------------------------------------------------------------------------------------------

    @Override
    protected void deliver(Message message) {
        try {
            message.deliver(recorder);
        } catch (Throwable e) {
            executor.failed(e);
        }
    }

    /** Fulfilled when all calls that were put before have been recorded, or are lost. */
    Promise<Void> flush() {
        Mark mark = new Mark();
        offer(mark);
        return mark.passed;
    }

    // ---- life ----------------------------------------------------------------------------------------------------

    @Override
    public void stop() {
        signal(new Stop());
    }

    /** Ends behind the calls that were put before. */
    @Override
    public void stopWhenIdle() {
        offer(new Stop());
    }

    @Override
    public boolean isStopped() {
        return isClosed();
    }

    @Override
    public Promise<Terminated> watch() {
        CompletablePromise<Terminated> watcher = new CompletablePromise<>();
        synchronized (watchers) {
            if (end == null) {
                watchers.add(watcher);
            } else {
                watcher.complete(end);
            }
        }
        return watcher;
    }

    private void ended() {
        Terminated stopped = new Terminated(address, EndReason.STOPPED, null);
        List<CompletablePromise<Terminated>> told;
        close();
        synchronized (watchers) {
            end = stopped;
            told = List.copyOf(watchers);
            watchers.clear();
        }
        told.forEach(watcher -> watcher.complete(stopped));
    }

    // ---- identity ------------------------------------------------------------------------------------------------

    @Override
    public String address() {
        return address;
    }

    @Override
    public CallbackExecutor callbackExecutor() {
        return executor;
    }

    @Override
    public Object receiver() {
        return recorder;
    }

    @Override
    public Object reference() {
        return self;
    }

    @Override
    public CallbackExecutor outsideExecutor() {
        return executor;
    }

    @Override
    public String whereabouts(Message message) {
        return isClosed() ? "the probe has stopped" : "queued";
    }

    private final class Stop extends Message {
        @Override
        public void deliver(Object receiver) {
            ended();
        }
    }

    /** Comes behind the calls that were put before. */
    private static final class Mark extends Message {
        private final CompletablePromise<Void> passed = new CompletablePromise<>();

        @Override
        public void deliver(Object receiver) {
            passed.complete();
        }
    }
}
