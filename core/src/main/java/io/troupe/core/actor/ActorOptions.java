// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import io.troupe.core.message.AddressNames;
import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.balance.Placement;
import io.troupe.dispatch.mailbox.MailboxSpec;
import java.lang.invoke.MethodHandles.Lookup;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one actor, given at spawn. Immutable; every method returns a changed copy.
 *
 * @param name last part of the address, unique among the siblings; null: type and number
 * @param dispatcher that runs it; null: the system's
 * @param worker home worker, modulo the number of workers; -1: the dispatcher's choice
 * @param placement what is demanded of its place for good; the adaptive dispatcher keeps to it, others take it as a hint
 * @param mailbox where its messages wait
 * @param supervision what happens when it fails
 * @param askTimeout deadline of asks to this actor whose callers choose no other; zero: none; null: the system's
 * @param lookup access to the actor's package where its module does not open it; null: not needed
 * @param undelivered given each call that the actor can not execute any more because it ends; null: callers are told
 */
public record ActorOptions(
        @Nullable String name,
        @Nullable Dispatcher dispatcher,
        int worker,
        Placement placement,
        MailboxSpec mailbox,
        Supervision supervision,
        @Nullable Duration askTimeout,
        @Nullable Lookup lookup,
        @Nullable Consumer<Undelivered> undelivered) {
    private static final ActorOptions DEFAULT = new ActorOptions(
            null, null, -1, Placement.ANYWHERE, MailboxSpec.unbounded(), Supervision.standard(), null, null, null);

    /** Checks the ranges. */
    public ActorOptions {
        Objects.requireNonNull(placement, "placement");
        Objects.requireNonNull(mailbox, "mailbox");
        Objects.requireNonNull(supervision, "supervision");
        if (name != null && !AddressNames.isValid(name)) {
            throw new IllegalArgumentException(
                    "actor name must be letters, digits, '-', '_' or '.', beginning with a letter or digit: name="
                            + name);
        }
        if (worker < -1) {
            throw new IllegalArgumentException("worker must be -1 or an index: worker=" + worker);
        }
        if (worker >= 0 && placement.isDemanding()) {
            throw new IllegalArgumentException("an actor with a placement cannot have a first worker as well: worker="
                    + worker + ", placement=" + placement);
        }
        if (askTimeout != null && askTimeout.isNegative()) {
            throw new IllegalArgumentException(
                    "askTimeout must not be negative: askTimeout=" + askTimeout + "; zero means no deadline");
        }
    }

    /** Unbounded mailbox, the system's dispatcher, standard supervision. */
    public static ActorOptions defaults() {
        return DEFAULT;
    }

    /** The defaults with a name. */
    public static ActorOptions named(String name) {
        return DEFAULT.name(name);
    }

    /** With this name. */
    public ActorOptions name(String newName) {
        return new ActorOptions(
                newName, dispatcher, worker, placement, mailbox, supervision, askTimeout, lookup, undelivered);
    }

    /** On this dispatcher, which stays the caller's to close. */
    public ActorOptions dispatcher(Dispatcher newDispatcher) {
        return new ActorOptions(
                name, newDispatcher, worker, placement, mailbox, supervision, askTimeout, lookup, undelivered);
    }

    /** On this worker at first; for a dedicated dispatcher: for good. */
    public ActorOptions worker(int newWorker) {
        return new ActorOptions(
                name, dispatcher, newWorker, placement, mailbox, supervision, askTimeout, lookup, undelivered);
    }

    /** On this worker, modulo their number, and never on another one, under the adaptive and the dedicated dispatcher. */
    public ActorOptions pinned(int onlyWorker) {
        return placement(Placement.pinned(onlyWorker));
    }

    /** On the same worker as all other actors of this key: they talk much, or share something. */
    public ActorOptions together(String key) {
        return placement(Placement.together(key));
    }

    /** On other workers than the other actors of this key, as far as there are enough workers. */
    public ActorOptions apart(String key) {
        return placement(Placement.apart(key));
    }

    /** With these demands. */
    public ActorOptions placement(Placement newPlacement) {
        return new ActorOptions(
                name, dispatcher, worker, newPlacement, mailbox, supervision, askTimeout, lookup, undelivered);
    }

    /** With this mailbox. */
    public ActorOptions mailbox(MailboxSpec newMailbox) {
        return new ActorOptions(
                name, dispatcher, worker, placement, newMailbox, supervision, askTimeout, lookup, undelivered);
    }

    /** With this supervision. */
    public ActorOptions supervision(Supervision newSupervision) {
        return new ActorOptions(
                name, dispatcher, worker, placement, mailbox, newSupervision, askTimeout, lookup, undelivered);
    }

    /** With this default deadline for asks to it, in place of the system's; {@link Duration#ZERO}: none. */
    public ActorOptions askTimeout(Duration newTimeout) {
        return new ActorOptions(
                name, dispatcher, worker, placement, mailbox, supervision, newTimeout, lookup, undelivered);
    }

    /** With access to the actor's package, made by {@code MethodHandles.lookup()} there. */
    public ActorOptions lookup(Lookup newLookup) {
        return new ActorOptions(
                name, dispatcher, worker, placement, mailbox, supervision, askTimeout, newLookup, undelivered);
    }

    /**
     * With a handler for calls that the actor will not execute because it ends: those that are queued or stashed then, and
     * those that come later. What the handler sends on is no dead letter, and a caller gets the answer of the replacement;
     * for all else the caller is told as usual. A handler that throws is logged.
     *
     * @param handler runs in the actor's last turn or on a sender's thread: any thread, several at a time
     */
    public ActorOptions undelivered(Consumer<Undelivered> handler) {
        return new ActorOptions(name, dispatcher, worker, placement, mailbox, supervision, askTimeout, lookup, handler);
    }
}
