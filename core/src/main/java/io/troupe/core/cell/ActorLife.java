// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorContext;
import io.troupe.core.actor.ActorFactory;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Supervision.Decision;
import io.troupe.core.actor.Terminated;
import io.troupe.core.continuation.CallbackCell;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.error.ActorException;
import io.troupe.core.error.EndReason;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Reference;
import io.troupe.core.message.RunningActor;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Ready;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The course of an actor's life: made, restarted, stopped. Everything here runs in the actor's turns.
 *
 * <pre>
 *   NEW → RUNNING ⇄ RESTARTING (children end, pause)
 *            ↓            ↓
 *         STOPPING (children end) → ENDED
 * </pre>
 */
abstract class ActorLife extends CallbackCell implements RunningActor {
    /** Stands for the object while there is none. */
    private static final Object NOBODY = new Object();

    private static final Phase[] PHASES = {Phase.NEW, Phase.RUNNING, Phase.RESTARTING, Phase.STOPPING, Phase.ENDED};

    /** Where in its life the actor is. */
    enum Phase {
        NEW(0),
        RUNNING(1),
        RESTARTING(2),
        STOPPING(3),
        ENDED(4);

        /** Its place in {@link #PHASES}: a cell keeps a byte and not a reference. */
        private final byte number;

        Phase(int number) {
            this.number = (byte) number;
        }
    }

    private final CellSystem system;
    private final ActorFactory<?> factory;
    private final ActorOptions options;

    private Object receiver = NOBODY;
    private IncarnationExecutor executor;
    private @Nullable ActorExtras extras;
    /** Written by the owner; read by others for watches and look-ups. */
    private volatile byte phaseNumber;

    /** What is owed, once something is; any thread. */
    private volatile @Nullable Obligations obligations;

    private boolean constructing;

    ActorLife(CellSystem system, ActorFactory<?> factory, ActorOptions options, Ready home, @Nullable Mailbox mailbox) {
        super(home, mailbox);
        this.system = system;
        this.factory = factory;
        this.options = options;
        this.executor = newExecutor();
        hold(SUSPENDED); // whoever finds the actor may ask at once: messages wait until there is an object
    }

    abstract IncarnationExecutor newExecutor();

    abstract Class<?> type();

    abstract String address();

    abstract void signalStop(EndReason reason);

    /** Whether it has been told to stop, though it may not know yet. */
    abstract boolean isDoomed();

    abstract ActorCell actor();

    /** Frees its name and shows it no more. */
    abstract void leave();

    abstract void tellParentEnded();

    abstract void tellParentFailed(Throwable cause);

    // ---- making --------------------------------------------------------------------------------------------------

    final void construct() {
        if (phase() != Phase.NEW && phase() != Phase.RESTARTING) {
            return;
        }
        if (extras != null) {
            extras.making(false);
        }
        enter(Phase.RUNNING);
        try {
            constructing = true;
            Object made = factory.create();
            boolean claimed = !constructing;
            constructing = false;
            check(made, claimed);
            receiver = made;
            Promise<?> ready = Hooks.start(made);
            if (ready != null && !ready.isFulfilled()) {
                holdUntil(ready, this::failed);
            }
        } catch (Throwable e) {
            failed(e);
        } finally {
            constructing = false;
        }
        goOn();
    }

    /** Lets messages wait until the promise has settled; what goes wrong with it goes to the handler. */
    final void holdUntil(Promise<?> promise, Consumer<Throwable> onFailure) {
        IncarnationExecutor incarnation = executor;
        extras().waits(1);
        hold(SUSPENDED);
        SettleSignal.on(promise, actor(), failure -> {
            if (incarnation != executor || incarnation.isRetired()) {
                return;
            }
            extras().waits(-1);
            if (failure != null) {
                onFailure.accept(failure);
            }
            goOn();
        });
    }

    /** Lets messages pass if there is nothing that they have to wait for. */
    private void goOn() {
        if (phase() == Phase.RUNNING && !isDoomed() && (extras == null || !extras.isWaiting())) {
            letGo(SUSPENDED);
        }
    }

    private void check(@Nullable Object made, boolean claimed) {
        if (made == null || !type().isInstance(made) || made instanceof Reference) {
            throw new IllegalStateException(
                    "the factory must make an object of the spawned type: type=" + type().getName() + ", made="
                            + (made == null ? null : made.getClass().getName()));
        }
        if (made instanceof Actor<?> && !claimed) {
            throw new IllegalStateException("the factory must make a new actor each time: type=" + type().getName());
        }
    }

    @Override
    public abstract ActorContext context();

    @Override
    public final @Nullable ActorContext claimContext() {
        if (!constructing) {
            return null;
        }
        constructing = false;
        return context();
    }

    // ---- failing -------------------------------------------------------------------------------------------------

    /** Deals with a failure that no caller can be told. */
    final void failed(Throwable cause) {
        if (phase() != Phase.RUNNING) {
            system.log().failureWhile(address(), cause, phase());
            return;
        }
        Decision decision = decide(cause);
        extras().failed();
        system.failed(address(), cause, decision);
        switch (decision) {
            case RESUME -> {}
            case RESTART -> restart(cause);
            case STOP -> stopBecause(EndReason.FAILED, cause);
            case ESCALATE -> {
                stopBecause(EndReason.FAILED, cause);
                tellParentFailed(cause);
            }
        }
    }

    private Decision decide(Throwable cause) {
        if (ActorException.isFatal(cause)) {
            return Decision.STOP; // the object may be broken in ways it cannot know
        }
        Decision decision;
        try {
            decision = options.supervision().decider().apply(cause);
        } catch (RuntimeException e) {
            system.log().hookFailed(address(), "supervision", e);
            return Decision.STOP;
        }
        if (decision == Decision.RESUME && receiver() == null) {
            return Decision.STOP; // nothing there to go on with
        }
        return decision == null ? Decision.STOP : decision;
    }

    private void restart(Throwable cause) {
        long pause =
                extras().restarts().next(options.supervision(), system.clock().nanos());
        if (pause < 0) {
            stopBecause(EndReason.FAILED, cause);
            return;
        }
        enter(Phase.RESTARTING);
        extras().restarted();
        hold(SUSPENDED);
        Object old = receiver();
        if (old != null) {
            try {
                Hooks.restart(old, cause);
            } catch (Throwable e) {
                system.log().hookFailed(address(), "onRestart", e);
            }
        }
        letGoOfOld(new Terminated(address(), EndReason.RESTARTED, cause));
        extras().pausing(pause > 0);
        if (pause > 0) {
            system.timers().schedule(pause, () -> signal(new AfterPause()));
        }
        continueRestart();
    }

    private void letGoOfOld(Terminated old) {
        receiver = NOBODY;
        executor.retire(old);
        executor = newExecutor();
        if (extras != null) {
            extras.cancelTimers();
            extras.waitForNothing();
            extras.sections().end(old);
            stopChildren(EndReason.PARENT_ENDED);
            unstash(extras);
        }
        settle(old);
    }

    /** Settles what an incarnation owes. */
    private void settle(Terminated old) {
        Obligations account = obligations;
        if (account != null) {
            account.settleInTurn(old);
        }
    }

    private void continueRestart() {
        if (phase() == Phase.RESTARTING && !extras().isPausing() && !extras().isMaking() && childCount() == 0) {
            extras().making(true);
            extras().children().reopen();
            signal(new Construct()); // not at once: a factory that always fails must not recurse
        }
    }

    // ---- stopping ------------------------------------------------------------------------------------------------

    final void stopBecause(EndReason reason, @Nullable Throwable cause) {
        if (phase() == Phase.STOPPING || phase() == Phase.ENDED) {
            return;
        }
        Terminated ended = new Terminated(address(), reason, cause);
        executor.retire(ended); // before the phase: who sees that one finds the reason
        enter(Phase.STOPPING);
        hold(SUSPENDED);
        if (extras != null) {
            extras.cancelTimers();
            extras.sections().end(ended);
            stopChildren(EndReason.PARENT_ENDED);
        }
        finishStop();
    }

    /** What was queued is still delivered; when nothing is left to do, the children end in the same way, then the actor. */
    final void drain() {
        if (isDraining() || isEnding()) {
            return;
        }
        markDraining();
        Obligations account = obligations;
        if (account != null) {
            account.unsettled().forEach(this::wakeWhenSettled);
        }
        stopIfIdle();
    }

    /** Whether it stops when it is idle. */
    abstract boolean isDraining();

    abstract void markDraining();

    /** An answer that is given by another thread must be noticed, too. */
    final void wakeWhenSettled(Promise<?> owed) {
        SettleSignal.on(owed, actor(), failure -> {}); // after each signal the cell looks whether it is idle
    }

    /** After each message, continuation and signal while draining. */
    final void stopIfIdle() {
        if (phase() != Phase.RUNNING || !isAtRest() || !isPaid()) {
            return;
        }
        if (childCount() == 0) {
            stopBecause(system.stoppedBecause(), null);
        } else if (extras().children().close()) {
            extras().children().all().forEach(ActorCell::stopWhenIdle);
        }
    }

    private boolean isPaid() {
        Obligations account = obligations;
        return (account == null || account.isPaid())
                && (extras == null
                        || (!extras.isWaiting()
                                && extras.sections().isEmpty()
                                && extras.executor().isEmpty()));
    }

    /** Lets no further message of this turn pass; the signal to stop comes in the next one. */
    final void stopAfterThisMessage() {
        hold(SUSPENDED);
        signalStop(EndReason.STOPPED);
    }

    final boolean isEnding() {
        return phase() == Phase.STOPPING || phase() == Phase.ENDED;
    }

    private void stopChildren(EndReason reason) {
        Children children = extras().children();
        children.close();
        for (ActorCell child : children.all()) {
            child.signalStop(reason);
        }
    }

    private void finishStop() {
        Terminated ended = end();
        if (phase() != Phase.STOPPING || childCount() > 0 || ended == null) {
            return;
        }
        if (extras != null) {
            extras.executor().close().forEach(this::runLastTask);
        }
        Object last = receiver();
        if (last != null) {
            try {
                Hooks.stop(last);
            } catch (Throwable e) {
                system.log().hookFailed(address(), "onStop", e);
            }
        }
        conclude(ended);
    }

    /** In the last turn: an executor's task that is not run leaves somebody waiting for ever. */
    final void runLastTask(ActorTask task) {
        try {
            runTask(task);
        } catch (Throwable e) {
            failed(e);
        }
    }

    /** Runs a task of the executor view. In the actor's turn. */
    abstract void runTask(ActorTask task);

    /**
     * The last step of every end. The name is free before anybody is told, so that whoever is told may spawn a successor;
     * the phase changes before the account is closed, so that of a watch and the end that meet one sees the other.
     */
    private void conclude(Terminated ended) {
        receiver = NOBODY;
        leave();
        enter(Phase.ENDED);
        if (extras != null) {
            unstash(extras); // so that they are told with the rest
        }
        close();
        Obligations account = obligations;
        if (account != null) {
            account.closeInTurn(ended);
        }
        tellParentEnded();
    }

    /** The end without hooks, when no thread is left to run them. */
    @Override
    protected final void abandoned(Throwable cause) {
        Terminated ended = end();
        if (ended == null) {
            ended = new Terminated(address(), system.goneBecause(), cause);
        }
        executor.retire(ended);
        List<ActorTask> tasks = List.of();
        if (extras != null) {
            extras.cancelTimers();
            extras.sections().end(ended);
            stopChildren(EndReason.PARENT_ENDED);
            tasks = extras.executor().close();
        }
        if (newestOfTurn() instanceof AskMessage<?> atWork && atWork.hasBegun()) {
            Obligations.reject(atWork, ended); // its turn may never end
        }
        conclude(ended);
        if (!tasks.isEmpty()) {
            system.runForeign(actor(), tasks);
        }
    }

    /** Settles what is owed though the actor is stuck in a turn that cannot be ended from here. Any thread. */
    final void settleFromOutside() {
        Obligations account = obligations;
        Terminated ended = new Terminated(address(), system.goneBecause(), null);
        if (account != null) {
            account.settle(ended);
        }
        if (newestOfTurn() instanceof AskMessage<?> atWork && atWork.hasBegun()) {
            Obligations.reject(atWork, ended);
        }
    }

    final void childEnded() {
        extras().children().bury();
        continueRestart();
        finishStop();
    }

    private int childCount() {
        return extras == null ? 0 : extras.children().count();
    }

    final void unstash(ActorExtras from) {
        List<Message> stashed = from.takeStash();
        if (!stashed.isEmpty()) {
            prepend(stashed);
        }
    }

    // ---- seen by the cell ----------------------------------------------------------------------------------------

    final CellSystem system() {
        return system;
    }

    final ActorOptions options() {
        return options;
    }

    final ActorExtras extras() {
        if (extras == null) {
            extras = new ActorExtras(actor());
        }
        return extras;
    }

    final @Nullable ActorExtras extrasIfAny() {
        return extras;
    }

    /** The account, made at first need. Any thread. */
    final Obligations obligations() {
        Obligations known = obligations;
        return known == null ? makeObligations() : known;
    }

    private synchronized Obligations makeObligations() {
        Obligations made = obligations;
        if (made == null) {
            made = new Obligations();
            obligations = made;
        }
        return made;
    }

    /** The account, if anything was ever owed. Any thread. */
    final @Nullable Obligations obligationsIfAny() {
        return obligations;
    }

    /** Whether it ends its own watches just now. In its own turn. */
    final boolean isEndingWatches() {
        Obligations account = obligations;
        return account != null && account.isSettlingInTurn();
    }

    /** Where in its life the actor is. Any thread. */
    final Phase phase() {
        return PHASES[phaseNumber];
    }

    private void enter(Phase next) {
        phaseNumber = next.number;
    }

    /** Why it ends; kept by its last executor. Null while it lives. Any thread. */
    private @Nullable Terminated end() {
        return isEnding() ? executor.end() : null;
    }

    /** How the actor has ended, or is about to. Any thread. */
    final Terminated ending() {
        Terminated known = end();
        return known == null ? new Terminated(address(), system.stoppedBecause(), null) : known;
    }

    /** Why the actor has ended. Any thread, once the cell is closed. */
    final Terminated ended() {
        Terminated known = end();
        return known == null ? new Terminated(address(), system.goneBecause(), null) : known;
    }

    @Override
    public final CallbackExecutor callbackExecutor() {
        return executor;
    }

    @Override
    public final @Nullable Object receiver() {
        return receiver == NOBODY ? null : receiver;
    }

    /** What messages are delivered to; system signals, which do not look at it, come before there is an object. */
    final Object target() {
        return receiver;
    }

    /** Makes the object. */
    final class Construct extends Signal {
        @Override
        void run() {
            construct();
        }
    }

    private final class AfterPause extends Signal {
        @Override
        void run() {
            extras().pausing(false);
            continueRestart();
        }
    }
}
