// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.line;

import io.troupe.core.actor.Supervision.Decision;
import io.troupe.core.cell.CellSystem;
import io.troupe.core.continuation.CallbackCell;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.Deadlines;
import io.troupe.core.continuation.OutsideExecutors;
import io.troupe.core.continuation.UnhandledFailure;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.timer.Timeout;

/** Runs what follows promises in a cell of a line: in the turns of that cell. */
final class StageExecutor extends CallbackExecutor {
    private final CallbackCell cell;
    private final CellSystem system;

    StageExecutor(CallbackCell cell, CellSystem system) {
        this.cell = cell;
        this.system = system;
    }

    @Override
    public void run(Message continuation) {
        cell.signalLater(continuation);
    }

    @Override
    public OutsideExecutors outside() {
        return system.outsideExecutor().outside();
    }

    @Override
    public Timeout schedule(long nanos, Runnable task) {
        return system.outsideExecutor().schedule(nanos, task);
    }

    @Override
    public Deadlines deadlines() {
        return system.deadlines();
    }

    @Override
    public long nanos() {
        return system.clock().nanos();
    }

    @Override
    public boolean mayBlock() {
        return system.dispatcher().mayBlock();
    }

    @Override
    public boolean isRetired() {
        return cell.isClosed();
    }

    @Override
    public void failed(Throwable failure) {
        system.hostedFailed(cell.toString(), failure, Decision.RESUME, true);
    }

    @Override
    public void unhandled(UnhandledFailure failure) {
        system.outsideExecutor().unhandled(failure);
    }

    /** Handles nothing more until a send is over; throws if it has failed already. In a turn of the cell. */
    void waitFor(Promise<Void> sent) {
        if (sent.isSettled()) {
            throwFailure(sent);
        } else {
            ((StageCell<?>) cell).waitFor(sent); // handlers run in stages only
        }
    }

    private static void throwFailure(Promise<Void> sent) {
        Throwable failure = sent.result().orElseThrow().failure();
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        }
    }

    /** The cell has ended. In its last turn. */
    void retire() {
        tellEnlisted(() -> StageCell.tooLate(cell));
    }

    @Override
    public String toString() {
        return cell.toString();
    }
}
