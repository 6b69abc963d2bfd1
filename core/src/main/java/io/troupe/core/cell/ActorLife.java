// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.Supervision.Decision;
import io.troupe.core.actor.SystemListener;
import io.troupe.core.actor.Terminated;
import io.troupe.core.error.ActorException;
import io.troupe.core.error.EndReason;
import io.troupe.core.message.AskMessage;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.timer.Clock;
import io.troupe.dispatch.timer.TimerWheel;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The course of actors' lives: how one is made, restarted, stopped. One object for all actors of a system; the state is in the
 * cells, so an idle actor pays for no further object. Every method runs in a turn of the cell it is given, unless it says
 * otherwise.
 *
 * <pre>
 *   NEW → RUNNING ⇄ RESTARTING (children end, pause)
 *    ↑       ↓            ↓
 *    ↑    STOPPING (children end) → ENDED
 *    ↑       ↓ in a directory
 *    └─── PASSIVE: the next call begins anew
 * </pre>
 */
final class ActorLife {
    /** Where in its life an actor is. */
    enum Phase {
        NEW(0),
        RUNNING(1),
        RESTARTING(2),
        STOPPING(3),
        ENDED(4),
        PASSIVE(5);

        private static final Phase[] ALL = {NEW, RUNNING, RESTARTING, STOPPING, ENDED, PASSIVE};

        /** Its place among all: a cell keeps a byte and not a reference. */
        private final byte number;

        Phase(int number) {
            this.number = (byte) number;
        }

        byte number() {
            return number;
        }

        /** Whether there is an object, or is about to be one. */
        boolean hasObject() {
            return this != NEW && this != PASSIVE;
        }

        static Phase of(byte number) {
            return ALL[number];
        }
    }

    private final SystemLog log;
    private final SystemListener listener;
    private final Clock clock;
    private final TimerWheel timers;
    private final HelperPools helpers;
    private final TopActors top;
    private final EndedActors ended;
    private final Passivation passivation;

    ActorLife(
            SystemLog log,
            SystemListener listener,
            Clock clock,
            TimerWheel timers,
            HelperPools helpers,
            TopActors top,
            EndedActors ended,
            Passivation passivation) {
        this.log = log;
        this.listener = listener;
        this.clock = clock;
        this.timers = timers;
        this.helpers = helpers;
        this.top = top;
        this.ended = ended;
        this.passivation = passivation;
    }

    // ---- making --------------------------------------------------------------------------------------------------

    /** Lets a new cell make its object. The spawning thread. */
    void begin(ActorCell cell) {
        Construct construct = new Construct(cell);
        construct.context(cell.captured());
        cell.signal(construct);
    }

    private void construct(ActorCell cell) {
        if (cell.phase() != Phase.NEW && cell.phase() != Phase.RESTARTING) {
            return;
        }
        if (cell.phase() == Phase.NEW && !passivation.takeIn(cell)) {
            stop(cell, top.stoppedBecause(), null);
            return;
        }
        ActorExtras extras = cell.extrasIfAny();
        if (extras != null) {
            extras.made();
        }
        cell.enter(Phase.RUNNING);
        try {
            Object made = cell.make();
            Promise<?> ready = Hooks.start(made);
            if (ready != null && !ready.isFulfilled()) {
                holdUntil(cell, ready, failure -> failed(cell, failure));
            }
        } catch (Throwable e) {
            failed(cell, e);
        }
        goOn(cell);
    }

    /** Lets messages wait until the promise has settled; what goes wrong with it goes to the handler. */
    void holdUntil(ActorCell cell, Promise<?> promise, Consumer<Throwable> onFailure) {
        IncarnationExecutor incarnation = cell.incarnation();
        cell.extras().waits(1);
        cell.suspend();
        SettleSignal.on(promise, cell, failure -> {
            if (incarnation != cell.incarnation() || incarnation.isRetired()) {
                return;
            }
            cell.extras().waits(-1);
            if (failure != null) {
                onFailure.accept(failure);
            }
            goOn(cell);
            cell.releaseExtras();
        });
    }

    /** Lets messages pass if there is nothing that they have to wait for. */
    private static void goOn(ActorCell cell) {
        ActorExtras extras = cell.extrasIfAny();
        if (cell.phase() == Phase.RUNNING && !cell.isDoomed() && (extras == null || !extras.isWaiting())) {
            Activation activation = cell.activation();
            if (activation != null && activation.hasGivenUp()) {
                return; // its end is on its way
            }
            if (activation != null && !activation.hasStarted()) {
                activation.start();
            }
            cell.resume();
        }
    }

    // ---- failing -------------------------------------------------------------------------------------------------

    /** Deals with a failure that no caller can be told. */
    void failed(ActorCell cell, Throwable cause) {
        if (cell.phase() != Phase.RUNNING) {
            log.failureWhile(cell.address(), cause, cell.phase());
            return;
        }
        Decision decision = decide(cell, cause);
        cell.extras().failed();
        report(cell.address(), cause, decision);
        switch (decision) {
            case RESUME -> {}
            case RESTART -> restart(cell, cause);
            case STOP -> stop(cell, EndReason.FAILED, cause);
            case ESCALATE -> {
                stop(cell, EndReason.FAILED, cause);
                ActorCell parent = cell.parent();
                if (parent != null) {
                    parent.signal(new LifeStep(parent, escalated -> failed(escalated, cause)));
                }
            }
        }
    }

    private Decision decide(ActorCell cell, Throwable cause) {
        if (ActorException.isFatal(cause)) {
            return Decision.STOP; // the object may be broken in ways it cannot know
        }
        Activation activation = cell.activation();
        if (activation != null && !activation.hasStarted()) {
            return Decision.STOP; // the next call tries again
        }
        Decision decision;
        try {
            decision = cell.options().supervision().decider().apply(cause);
        } catch (Throwable e) {
            log.hookFailed(cell.address(), "supervision", e);
            return Decision.STOP;
        }
        if (decision == Decision.RESUME && cell.receiver() == null) {
            return Decision.STOP; // nothing there to go on with
        }
        return decision == null ? Decision.STOP : decision;
    }

    private void report(String address, Throwable cause, Decision decision) {
        TroubleRecorder.failure(address, cause, decision);
        log.failure(address, cause, decision);
        listener.onFailure(address, cause, decision);
    }

    private void restart(ActorCell cell, Throwable cause) {
        ActorExtras extras = cell.extras();
        long pause = extras.restarts().next(cell.options().supervision(), clock.nanos());
        if (pause < 0) {
            stop(cell, EndReason.FAILED, cause);
            return;
        }
        cell.enter(Phase.RESTARTING);
        extras.restarts(cause);
        cell.suspend();
        Object old = cell.receiver();
        if (old != null) {
            try {
                Hooks.restart(old, cause);
            } catch (Throwable e) {
                log.hookFailed(cell.address(), "onRestart", e);
            }
        }
        letGoOfOld(cell, extras, new Terminated(cell.address(), EndReason.RESTARTED, cause));
        extras.pausing(pause > 0);
        if (pause > 0) {
            timers.schedule(pause, () -> cell.signal(new LifeStep(cell, this::endPause)));
        }
        continueRestart(cell);
    }

    private static void letGoOfOld(ActorCell cell, ActorExtras extras, Terminated old) {
        cell.endIncarnation(old);
        extras.cancelTimers();
        extras.waitForNothing();
        extras.endSections(old);
        stopChildren(extras);
        cell.unstash(extras);
        Obligations account = cell.obligationsIfAny();
        if (account != null) {
            account.settleInTurn(old);
        }
        extras.failWaitingSections(old);
    }

    private void endPause(ActorCell cell) {
        cell.extras().pausing(false);
        continueRestart(cell);
    }

    private void continueRestart(ActorCell cell) {
        if (cell.phase() != Phase.RESTARTING) {
            return;
        }
        ActorExtras extras = cell.extras();
        if (!extras.isPausing() && !extras.isMaking() && extras.childCount() == 0) {
            extras.making();
            extras.children().reopen();
            cell.signal(new Construct(cell)); // not at once: a factory that always fails must not recurse
        }
    }

    // ---- stopping ------------------------------------------------------------------------------------------------

    /** Tells an actor to stop, and why. Any thread. */
    void signalStop(ActorCell cell, EndReason reason) {
        if (!cell.outlivesItsObject()) {
            cell.markDoomed();
        }
        cell.signal(new LifeStep(cell, stopped -> stop(stopped, reason, null)));
    }

    /** Tells an actor to stop when it is idle. Any thread. */
    void signalDrain(ActorCell cell) {
        if (!cell.outlivesItsObject()) {
            cell.markRefusing();
        }
        cell.signal(new LifeStep(cell, this::drain));
    }

    private void stop(ActorCell cell, EndReason reason, @Nullable Throwable cause) {
        if (cell.isEnding() || (cell.outlivesItsObject() && !cell.phase().hasObject())) {
            return;
        }
        Terminated end = new Terminated(cell.address(), reason, cause);
        cell.incarnation().retire(end); // before the phase: who sees that one finds the reason
        cell.enter(Phase.STOPPING);
        cell.suspend();
        ActorExtras extras = cell.extrasIfAny();
        if (extras != null) {
            extras.cancelTimers();
            extras.endSections(end);
            if (reason == EndReason.PASSIVATED) {
                extras.children().close();
                extras.allChildren().forEach(ActorCell::stopWhenIdle);
            } else {
                stopChildren(extras);
            }
        }
        finishStop(cell);
    }

    /** What was queued is still delivered; when nothing is left to do, the children end in the same way, then the actor. */
    private void drain(ActorCell cell) {
        if (cell.isDraining() || cell.isEnding() || cell.phase() == Phase.PASSIVE) {
            return;
        }
        cell.markDraining();
        Obligations account = cell.obligationsIfAny();
        if (account != null) {
            account.unsettled().forEach(owed -> wakeWhenSettled(cell, owed));
        }
        stopIfIdle(cell);
    }

    /** An answer that is given by another thread must be noticed, too. */
    static void wakeWhenSettled(ActorCell cell, Promise<?> owed) {
        SettleSignal.on(owed, cell, failure -> {}); // after each signal the cell looks whether it is idle
    }

    /** After each message, continuation and signal while draining. */
    void stopIfIdle(ActorCell cell) {
        if (cell.phase() != Phase.RUNNING || !cell.hasNothingQueued() || !cell.hasNothingBegun()) {
            return;
        }
        ActorExtras extras = cell.extrasIfAny();
        if (extras == null || extras.childCount() == 0) {
            stop(cell, top.stoppedBecause(), null);
        } else if (extras.children().close()) {
            extras.allChildren().forEach(ActorCell::stopWhenIdle);
        }
    }

    private static void stopChildren(ActorExtras extras) {
        extras.children().close();
        for (ActorCell child : extras.allChildren()) {
            child.signalStop(EndReason.PARENT_ENDED);
        }
    }

    private void childEnded(ActorCell cell) {
        cell.extras().children().bury();
        continueRestart(cell);
        finishStop(cell);
    }

    private void finishStop(ActorCell cell) {
        Terminated end = cell.end();
        ActorExtras extras = cell.extrasIfAny();
        if (cell.phase() != Phase.STOPPING || end == null || (extras != null && extras.childCount() > 0)) {
            return;
        }
        runLastTasks(cell);
        Object last = cell.receiver();
        if (last != null) {
            try {
                Hooks.stop(last);
            } catch (Throwable e) {
                log.hookFailed(cell.address(), "onStop", e);
            }
        }
        runLastTasks(cell); // if the hook was the first to use the executor
        Activation activation = cell.activation();
        if (activation != null && cell.outlivesItsObject()) {
            passivation.lose(cell, activation, end);
        } else {
            conclude(cell, end);
        }
    }

    /** In the last turn: an executor's task that is not run leaves somebody waiting for ever. */
    private void runLastTasks(ActorCell cell) {
        ActorExtras extras = cell.extrasIfAny();
        if (extras != null) {
            extras.executor().close().forEach(task -> runLastTask(cell, task));
        }
    }

    private void runLastTask(ActorCell cell, ActorTask task) {
        try {
            cell.runTask(task);
        } catch (Throwable e) {
            failed(cell, e);
        }
    }

    /**
     * The last step of every end. The name is free before anybody is told, so that whoever is told may spawn a successor;
     * the phase changes before the account is closed, so that of a watch and the end that meet one sees the other.
     */
    private void conclude(ActorCell cell, Terminated end) {
        Activation activation = cell.activation();
        boolean counted = activation == null || activation.isTakenIn();
        cell.forgetReceiver();
        cell.leave();
        cell.enter(Phase.ENDED);
        ActorExtras extras = cell.extrasIfAny();
        if (extras != null) {
            extras.cancelTimers(); // what the last hook has begun ends with the rest
            extras.endSections(end);
            cell.unstash(extras); // so that they are told with the rest
        }
        cell.shut();
        Obligations account = cell.obligationsIfAny();
        if (account != null) {
            account.closeInTurn(end);
        }
        if (extras != null) {
            extras.failWaitingSections(end);
        }
        if (counted) {
            ended.add(cell);
        }
        ActorCell parent = cell.parent();
        if (parent != null) {
            parent.signal(new LifeStep(parent, this::childEnded));
        } else if (counted) {
            top.oneEnded();
        }
        if (activation != null) {
            activation.takenIn(false);
            activation.directory().ended(cell, activation);
        }
    }

    // ---- making room ---------------------------------------------------------------------------------------------

    /** Lets an actor that has nothing to do lose its object. Any thread. */
    void signalPassivate(ActorCell cell) {
        cell.signal(new LifeStep(cell, this::passivate));
    }

    private void passivate(ActorCell cell) {
        if (passivation.isPossible(cell)) {
            stop(cell, EndReason.PASSIVATED, null);
        }
    }

    /** Asks an actor at rest to make room. Any thread. Returns whether it was at rest. */
    boolean signalYieldIfIdle(ActorCell cell) {
        return cell.phase() == Phase.RUNNING && cell.signalIfIdle(new LifeStep(cell, this::makeRoom));
    }

    /** Asks an actor to make room. Any thread. */
    void signalYield(ActorCell cell) {
        cell.signal(new LifeStep(cell, this::makeRoom));
    }

    private void makeRoom(ActorCell cell) {
        makeRoom(cell, false);
    }

    /**
     * Lets the object go if it is to make room and can.
     *
     * @param hasExecuted whether it has just executed a message
     */
    void makeRoom(ActorCell cell, boolean hasExecuted) {
        if (passivation.tryYield(cell, hasExecuted)) {
            stop(cell, EndReason.PASSIVATED, null);
        }
    }

    // ---- ending without a thread ---------------------------------------------------------------------------------

    /** The end without hooks, when no thread is left to run them. The thread that found that out. */
    void abandoned(ActorCell cell, Throwable cause) {
        Terminated known = cell.end();
        Terminated end = known == null ? new Terminated(cell.address(), top.goneBecause(), cause) : known;
        cell.incarnation().retire(end);
        List<ActorTask> tasks = List.of();
        ActorExtras extras = cell.extrasIfAny();
        if (extras != null) {
            extras.cancelTimers();
            extras.endSections(end);
            stopChildren(extras);
            tasks = extras.executor().close();
        }
        rejectAtWork(cell, end);
        conclude(cell, end);
        if (!tasks.isEmpty()) {
            runElsewhere(cell, tasks);
        }
    }

    /** Its turn may never end. */
    private static void rejectAtWork(ActorCell cell, Terminated end) {
        if (cell.atWork() instanceof AskMessage<?> ask && ask.hasBegun()) {
            Obligations.reject(ask, end);
        }
    }

    /** Runs tasks that an actor has accepted and can run no more, one after the other, as in a turn of it. */
    private void runElsewhere(ActorCell cell, List<ActorTask> tasks) {
        Runnable lastTurn = () -> {
            Cell outer = CellThread.currentCell();
            CellThread.enter(cell);
            try {
                tasks.forEach(task -> runLastTask(cell, task));
            } finally {
                CellThread.enter(outer);
            }
        };
        if (!helpers.tryExecute(lastTurn)) {
            lastTurn.run(); // on the thread that found the dispatcher gone: else somebody would wait for ever
        }
    }

    /** Settles what is owed though the actor is stuck in a turn that cannot be ended from here. Any thread. */
    void settleFromOutside(ActorCell cell) {
        Terminated end = new Terminated(cell.address(), top.goneBecause(), null);
        Obligations account = cell.obligationsIfAny();
        if (account != null) {
            account.settle(end);
        }
        rejectAtWork(cell, end);
    }

    // ---- what others are told ------------------------------------------------------------------------------------

    /** How an actor has ended, or is about to. Any thread. */
    Terminated ending(ActorCell cell) {
        Terminated known = cell.end();
        return known == null ? new Terminated(cell.address(), top.stoppedBecause(), null) : known;
    }

    /** Why an actor has ended. Any thread, once the cell is closed. */
    Terminated ended(ActorCell cell) {
        Terminated known = cell.end();
        return known == null ? new Terminated(cell.address(), top.goneBecause(), null) : known;
    }

    /** Makes the object. A type of its own: the stack of a stuck start names it. */
    final class Construct extends Signal {
        private final ActorCell cell;

        Construct(ActorCell cell) {
            this.cell = cell;
        }

        @Override
        void run() {
            construct(cell);
        }
    }
}
