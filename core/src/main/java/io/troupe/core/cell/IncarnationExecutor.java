// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.Terminated;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.Deadlines;
import io.troupe.core.continuation.OutsideExecutors;
import io.troupe.core.continuation.UnhandledFailure;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.timer.Timeout;
import org.jspecify.annotations.Nullable;

/** Continuations of one incarnation of an actor. Retired when the actor restarts or stops. */
final class IncarnationExecutor extends CallbackExecutor {
    private final ActorCell cell;

    /** How the incarnation ended. Written in the actor's turn, read by settling threads. */
    private volatile @Nullable Terminated end;

    IncarnationExecutor(ActorCell cell) {
        this.cell = cell;
    }

    @Override
    public void run(Message continuation) {
        Terminated ended = end;
        if (ended == null) {
            cell.signalLater(continuation);
            return;
        }
        boolean lost = abandon(
                continuation, stopped("the actor that registered this continuation has stopped or restarted", ended));
        if (lost && (CellThread.currentCell() != cell || !cell.isEndingWatches())) {
            cell.system().deadLetters().continuation(ended);
        }
    }

    private static ActorStoppedException stopped(String rule, Terminated ended) {
        return new ActorStoppedException(rule, ended.address(), null, ended.reason(), true, ended.cause());
    }

    @Override
    public @Nullable Object capture() {
        return cell.captured();
    }

    @Override
    public OutsideExecutors outside() {
        return cell.system().outsideExecutors();
    }

    @Override
    public boolean isRetired() {
        return end != null;
    }

    @Override
    public boolean isEnding() {
        return end != null || (cell.isDoomed() && !mayBlock()); // a thread that waits in its last turn must be served
    }

    /** How the incarnation ended, or null. Any thread. */
    @Nullable
    Terminated end() {
        return end;
    }

    /** Runs nothing any more. */
    void retire(Terminated ended) {
        end = ended;
        tellEnlisted(() -> stopped("the actor that took part has stopped or restarted", ended));
    }

    @Override
    public Timeout schedule(long nanos, Runnable task) {
        return cell.system().timers().schedule(nanos, task);
    }

    @Override
    public Deadlines deadlines() {
        return cell.system().deadlines();
    }

    @Override
    public long nanos() {
        return cell.system().clock().nanos();
    }

    @Override
    public boolean mayBlock() {
        return cell.mayBlock();
    }

    @Override
    public String toString() {
        return cell.address();
    }

    @Override
    public void failed(Throwable failure) {
        cell.failed(failure);
    }

    @Override
    public void unhandled(UnhandledFailure failure) {
        cell.system().unhandled().add(failure, cell);
    }
}
