// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorContext;
import io.troupe.core.actor.ActorFactory;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Construction;
import io.troupe.core.actor.Hooks;
import io.troupe.core.actor.Supervision.Decision;
import io.troupe.core.actor.Terminated;
import io.troupe.core.error.ActorException;
import io.troupe.core.error.EndReason;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.Lane;
import io.troupe.core.promise.LaneCell;
import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.cell.Ready;
import java.util.List;
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
abstract class ActorLife extends LaneCell implements Construction {
    /** Stands for the object while there is none. */
    private static final Object NOBODY = new Object();

    /** Where in its life the actor is. */
    enum Phase {
        NEW,
        RUNNING,
        RESTARTING,
        STOPPING,
        ENDED
    }

    private final CellSystem system;
    private final ActorFactory<?> factory;
    private final ActorOptions options;

    private Object receiver = NOBODY;
    private ActorLane lane;
    private @Nullable ActorExtras extras;
    private Phase phase = Phase.NEW;
    private boolean constructing;
    private boolean pausing;

    /** Why it ends; written before the cell closes, read by late watchers afterwards. */
    private @Nullable Terminated end;

    ActorLife(CellSystem system, ActorFactory<?> factory, ActorOptions options, Ready home, @Nullable Mailbox mailbox) {
        super(home, mailbox);
        this.system = system;
        this.factory = factory;
        this.options = options;
        this.lane = newLane();
    }

    abstract ActorLane newLane();

    abstract Class<?> type();

    abstract String address();

    abstract void signalStop(EndReason reason);

    abstract void tellParentEnded();

    abstract void tellParentFailed(Throwable cause);

    // ---- making --------------------------------------------------------------------------------------------------

    final void construct() {
        if (phase != Phase.NEW && phase != Phase.RESTARTING) {
            return;
        }
        phase = Phase.RUNNING;
        letGo(SUSPENDED);
        try {
            constructing = true;
            Object made = factory.create();
            boolean claimed = !constructing;
            constructing = false;
            check(made, claimed);
            receiver = made;
            Hooks.start(made);
        } catch (Throwable e) {
            failed(e);
        } finally {
            constructing = false;
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
        if (phase != Phase.RUNNING) {
            system.log().failureWhile(address(), cause, phase);
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
        phase = Phase.RESTARTING;
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
        if (extras != null) {
            unstash(extras);
        }
        pausing = pause > 0;
        if (pausing) {
            system.timers().schedule(pause, () -> signal(new AfterPause()));
        }
        continueRestart();
    }

    private void letGoOfOld(Terminated old) {
        receiver = NOBODY;
        lane.retire(old);
        lane = newLane();
        if (extras != null) {
            extras.cancelTimers();
            extras.sections().end(old);
            stopChildren();
        }
    }

    private void continueRestart() {
        if (phase == Phase.RESTARTING && !pausing && childCount() == 0) {
            if (extras != null) {
                extras.children().reopen();
            }
            signal(new Construct()); // not at once: a factory that always fails must not recurse
        }
    }

    // ---- stopping ------------------------------------------------------------------------------------------------

    final void stopBecause(EndReason reason, @Nullable Throwable cause) {
        if (phase == Phase.STOPPING || phase == Phase.ENDED) {
            return;
        }
        phase = Phase.STOPPING;
        Terminated ended = new Terminated(address(), reason, cause);
        end = ended;
        hold(SUSPENDED);
        lane.retire(ended);
        if (extras != null) {
            extras.cancelTimers();
            extras.sections().end(ended);
            stopChildren();
        }
        finishStop();
    }

    /** Lets no further message of this turn pass; the signal to stop comes in the next one. */
    final void stopAfterThisMessage() {
        hold(SUSPENDED);
        signalStop(EndReason.STOPPED);
    }

    final boolean isEnding() {
        return phase == Phase.STOPPING || phase == Phase.ENDED;
    }

    private void stopChildren() {
        Children children = extras().children();
        children.close();
        for (ActorCell child : children.all()) {
            child.signalStop(EndReason.PARENT_ENDED);
        }
    }

    private void finishStop() {
        if (phase != Phase.STOPPING || childCount() > 0) {
            return;
        }
        Object last = receiver();
        if (last != null) {
            try {
                Hooks.stop(last);
            } catch (Throwable e) {
                system.log().hookFailed(address(), "onStop", e);
            }
        }
        phase = Phase.ENDED;
        if (extras != null) {
            unstash(extras); // so that they are reported with the rest
        }
        close();
        receiver = NOBODY;
        if (extras != null && end != null) {
            extras.tellWatchers(end);
        }
        tellParentEnded();
    }

    /** The end without hooks, when no thread is left to run them. */
    @Override
    protected final void abandoned(Throwable cause) {
        phase = Phase.ENDED;
        Terminated ended = end;
        if (ended == null) {
            ended = new Terminated(address(), system.goneBecause(), cause);
            end = ended;
        }
        lane.retire(ended);
        close();
        if (extras != null) {
            extras.cancelTimers();
            extras.sections().end(ended);
            extras.tellWatchers(ended);
            stopChildren(); // each on its own dispatcher; one that has closed abandons them
        }
        tellParentEnded();
    }

    final void childEnded(ActorCell child, @Nullable String name) {
        extras().children().remove(child, name);
        continueRestart();
        finishStop();
    }

    private int childCount() {
        return extras == null ? 0 : extras.children().count();
    }

    final void unstash(ActorExtras from) {
        if (!from.stash().isEmpty()) {
            prepend(List.copyOf(from.stash()));
            from.stash().clear();
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
            extras = new ActorExtras();
        }
        return extras;
    }

    final @Nullable ActorExtras extrasIfAny() {
        return extras;
    }

    final Phase phase() {
        return phase;
    }

    /** Why the actor has ended. Any thread, once the cell is closed. */
    final Terminated ended() {
        Terminated known = end;
        return known == null ? new Terminated(address(), system.goneBecause(), null) : known;
    }

    @Override
    public final Lane lane() {
        return lane;
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
            pausing = false;
            continueRestart();
        }
    }
}
