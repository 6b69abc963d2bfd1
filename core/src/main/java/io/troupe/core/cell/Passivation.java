// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.Terminated;
import io.troupe.core.cell.ActorLife.Phase;
import io.troupe.core.error.EndReason;
import io.troupe.core.message.AskMessage;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.timer.Clock;
import org.jspecify.annotations.Nullable;

/**
 * How actors of directories come to their objects and lose them: what {@link ActorLife} does differently for them. One object
 * for all actors of a system; the state is in the cells and in their {@link Activation}s. Every method runs in a turn of the
 * cell it is given, unless it says otherwise.
 */
final class Passivation {
    private final Clock clock;
    private final TopActors top;
    private final EndedActors ended;

    Passivation(Clock clock, TopActors top, EndedActors ended) {
        this.clock = clock;
        this.top = top;
        this.ended = ended;
    }

    /** The first call of a passive actor: it waits for the object. */
    void activate(ActorCell cell, Message first) {
        Activation activation = cell.activation();
        if (activation == null || (first instanceof AskMessage<?> ask && ask.isSettled())) {
            return; // nobody wants the answer
        }
        Setbacks.Setback setback = activation.directory().setback(activation.key());
        if (setback != null) {
            cell.refuse(
                    first,
                    setback.cause,
                    "the actor could not be started and is tried again in " + setback.leftMillis(clock.nanos())
                            + " ms");
            return;
        }
        cell.becomeNew(first);
        activation.directory().enter(cell);
    }

    /** An actor of a directory is a top actor as long as it has an object. Returns false if it cannot become one. */
    boolean takeIn(ActorCell cell) {
        Activation activation = cell.activation();
        if (activation == null) {
            return true;
        }
        if (!cell.outlivesItsObject() || !top.takeIn(cell)) {
            return false;
        }
        activation.directory().begun(cell, activation);
        return true;
    }

    /** Whether it is at rest, and nothing would be lost with its object. */
    boolean isPossible(ActorCell cell) {
        return cell.phase() == Phase.RUNNING && cell.hasNothingQueued() && hasNothingToLose(cell);
    }

    /**
     * Lets the object, which is to make room, go now if it can. Else it tells its directory that it stays, or notes that it is to
     * be asked again after its next message. Messages that wait do not keep it, but it executes at least one; they wait for the
     * next object. What it has begun keeps it, as that may wait for the very actor that needs the room. One that begins itself has
     * to begin first.
     *
     * @param hasExecuted whether it has just executed a message
     * @return whether the object goes, which is the caller's to do
     */
    boolean tryYield(ActorCell cell, boolean hasExecuted) {
        Activation activation = cell.activation();
        if (activation == null || cell.isEnding() || cell.phase() == Phase.PASSIVE) {
            return false; // it answers, or has answered, by having no object
        }
        if (cell.isDraining() || cell.phase() == Phase.RESTARTING || owes(cell)) {
            cell.endYielding();
            activation.directory().stays(cell);
            return false;
        }
        boolean now = cell.phase() == Phase.RUNNING
                && cell.hasNothingButMessages()
                && hasNothingToLose(cell)
                && (hasExecuted || cell.deliveredToThis() > 0);
        if (!now) {
            cell.beginYielding();
        }
        return now;
    }

    private static boolean owes(ActorCell cell) {
        Obligations account = cell.obligationsIfAny();
        ActorExtras extras = cell.extrasIfAny();
        return (account != null && !account.isPaid())
                || (extras != null && (extras.hasSections() || !extras.stashed().isEmpty()));
    }

    private static boolean hasNothingToLose(ActorCell cell) {
        return !cell.isDraining() && cell.hasNothingBegun() && hasNothingStashed(cell);
    }

    private static boolean hasNothingStashed(ActorCell cell) {
        ActorExtras extras = cell.extrasIfAny();
        return extras == null || extras.stashed().isEmpty();
    }

    /**
     * The last step of an end that is none: the object is gone, what came meanwhile waits for the next one. The directory is
     * told last: the object of another actor may take the place.
     */
    void lose(ActorCell cell, Activation activation, Terminated end) {
        Throwable cause = whyNotStarted(activation, end);
        if (cause != null) {
            activation.directory().failed(activation.key(), cause);
        }
        ended.add(cell);
        cell.leave();
        cell.endIncarnation(end);
        ActorExtras extras = cell.extrasIfAny();
        if (extras != null) {
            extras.cancelTimers(); // what the last hook has begun ends with the rest
            extras.endSections(end);
            cell.unstash(extras);
        }
        Obligations account = cell.obligationsIfAny();
        if (account != null) {
            account.settleInTurn(end);
            if (end.reason() != EndReason.PASSIVATED) {
                account.tellWatchers(end);
            }
        }
        if (extras != null) {
            extras.failWaitingSections(end);
            cell.forgetExtras();
        }
        cell.becomePassive();
        activation.takenIn(false);
        top.oneEnded();
        activation.directory().passivated(cell, activation, end.reason() == EndReason.PASSIVATED);
    }

    private static @Nullable Throwable whyNotStarted(Activation activation, Terminated end) {
        if (activation.hasGivenUp()) {
            return new IllegalStateException("an actor must take calls before it stops itself: actor=" + end.address());
        }
        return activation.hasStarted() ? null : end.cause();
    }

    /** Whoever has told an actor to end is told at once if there is no object that could. After that signal. Any thread. */
    void signalAsked(ActorCell cell, TerminationWatch watch) {
        if (cell.activation() != null) {
            cell.signal(new LifeStep(cell, asked -> asked(asked, watch)));
        }
    }

    private static void asked(ActorCell cell, TerminationWatch watch) {
        if (cell.outlivesItsObject() && !cell.phase().hasObject() && !watch.isSettled()) {
            watch.tell(new Terminated(cell.address(), EndReason.STOPPED, null));
            cell.unwatched(watch);
        }
    }

    /** Somebody has begun to watch an actor of a directory, or has stopped to. Any thread. */
    void signalWatched(ActorCell cell) {
        cell.signal(new LifeStep(cell, Passivation::watched));
    }

    private static void watched(ActorCell cell) {
        Activation activation = cell.activation();
        if (activation != null && cell.phase() == Phase.PASSIVE) {
            activation.directory().watched(cell, activation);
        }
    }
}
