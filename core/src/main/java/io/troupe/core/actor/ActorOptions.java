// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import io.troupe.core.call.MethodInfo;
import io.troupe.core.message.AddressNames;
import io.troupe.core.message.Call;
import io.troupe.core.message.PlainText;
import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.balance.Placement;
import io.troupe.dispatch.mailbox.MailboxSpec;
import java.lang.invoke.MethodHandles.Lookup;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one actor, given at spawn. Start from {@link #defaults} or {@link #named}; every method that sets an
 * option returns a changed copy. Immutable.
 *
 * @param name last part of the address, unique among the siblings: letters, digits, '-', '_' or '.', beginning with a
 *     letter or digit; null: type and number
 * @param dispatcher runs the actor; null: the system's
 * @param worker home worker, modulo the number of workers; -1: the dispatcher's choice
 * @param placement lasting demands on the actor's worker; the adaptive dispatcher keeps them, others take them as a hint
 *     at most, see {@link Placement}
 * @param mailbox where the actor's messages wait
 * @param supervision decides what happens when the actor fails
 * @param askTimeout deadline of asks to this actor whose callers choose no other; zero: none; null: the system's
 * @param lookup access to the actor's package where its module does not open it; null: not needed
 * @param undelivered gets each call that the actor cannot execute any more because it ends; null: the caller of an ask is
 *     told, a tell becomes a dead letter
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

    /**
     * Checks the ranges.
     *
     * @param name null, or letters, digits, '-', '_' or '.', beginning with a letter or digit
     * @param dispatcher any, or null
     * @param worker -1 or an index from 0
     * @param placement demands nothing if there is a worker
     * @param mailbox any
     * @param supervision any
     * @param askTimeout null, zero or more
     * @param lookup any, or null
     * @param undelivered any, or null
     * @throws IllegalArgumentException if the name breaks its rule, the worker is less than -1 or comes with a demanding
     *     placement, or the deadline is negative
     */
    public ActorOptions {
        Objects.requireNonNull(placement, "placement");
        Objects.requireNonNull(mailbox, "mailbox");
        Objects.requireNonNull(supervision, "supervision");
        if (name != null && !AddressNames.isValid(name)) {
            throw new IllegalArgumentException(
                    "actor name must be letters, digits, '-', '_' or '.', beginning with a letter or digit: name="
                            + PlainText.of(name));
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

    /** {@return options with an unbounded mailbox, the system's dispatcher and standard supervision} */
    public static ActorOptions defaults() {
        return DEFAULT;
    }

    /**
     * {@return the defaults with a name}
     *
     * @param name unique among the siblings: letters, digits, '-', '_' or '.', beginning with a letter or digit
     * @throws IllegalArgumentException if the name breaks that rule
     */
    public static ActorOptions named(String name) {
        return DEFAULT.name(name);
    }

    /**
     * {@return a copy with a name}
     *
     * @param newName unique among the siblings: letters, digits, '-', '_' or '.', beginning with a letter or digit
     * @throws IllegalArgumentException if the name breaks that rule
     */
    public ActorOptions name(String newName) {
        return new ActorOptions(
                newName, dispatcher, worker, placement, mailbox, supervision, askTimeout, lookup, undelivered);
    }

    /**
     * {@return a copy that runs the actor on a dispatcher other than the system's}
     *
     * @param newDispatcher stays the caller's to close
     */
    public ActorOptions dispatcher(Dispatcher newDispatcher) {
        return new ActorOptions(
                name, newDispatcher, worker, placement, mailbox, supervision, askTimeout, lookup, undelivered);
    }

    /**
     * {@return a copy that places the actor on a worker at first} On a dedicated dispatcher the actor stays there for good.
     *
     * @param newWorker index from 0, modulo the number of workers; -1: the dispatcher's choice
     * @throws IllegalArgumentException if the index is less than -1, or the options demand a placement already
     */
    public ActorOptions worker(int newWorker) {
        return new ActorOptions(
                name, dispatcher, newWorker, placement, mailbox, supervision, askTimeout, lookup, undelivered);
    }

    /**
     * {@return a copy that keeps the actor on one worker for good} The adaptive and the dedicated dispatcher keep this
     * demand; others take it as a hint at most.
     *
     * @param onlyWorker index from 0, modulo the number of workers
     * @throws IllegalArgumentException if the index is negative, or the options name a first worker already
     */
    public ActorOptions pinned(int onlyWorker) {
        return placement(Placement.pinned(onlyWorker));
    }

    /**
     * {@return a copy that keeps the actor on the same worker as all other actors of a key} For actors that talk much to
     * each other, or share something.
     *
     * @param key compared by equals
     * @throws IllegalArgumentException if the options name a first worker already
     */
    public ActorOptions together(String key) {
        return placement(Placement.together(key));
    }

    /**
     * {@return a copy that keeps the actor apart from the other actors of a key, as far as there are enough workers}
     *
     * @param key compared by equals
     * @throws IllegalArgumentException if the options name a first worker already
     */
    public ActorOptions apart(String key) {
        return placement(Placement.apart(key));
    }

    /**
     * {@return a copy with lasting demands on the actor's worker}
     *
     * @param newPlacement replaces all earlier demands
     * @throws IllegalArgumentException if it demands something and the options name a first worker already
     */
    public ActorOptions placement(Placement newPlacement) {
        return new ActorOptions(
                name, dispatcher, worker, newPlacement, mailbox, supervision, askTimeout, lookup, undelivered);
    }

    /**
     * {@return a copy with a mailbox}
     *
     * @param newMailbox bounds, order and overflow policy of the actor's messages
     */
    public ActorOptions mailbox(MailboxSpec newMailbox) {
        return new ActorOptions(
                name, dispatcher, worker, placement, newMailbox, supervision, askTimeout, lookup, undelivered);
    }

    /**
     * {@return a copy with a mailbox in which a newer call replaces a waiting one of the same key, at its place in line} The
     * caller of an ask that was replaced gets a {@link io.troupe.core.error.MailboxFullException}, a replaced tell becomes a
     * dead letter. For prices, positions, and whatever else only its latest value matters of.
     *
     * @param capacity most waiting keys, 2 to 2^30; a full mailbox refuses further keys
     * @param keyOf gives the key of a call from its method and its arguments, boxed; keys are compared by equals. Runs on the
     *     senders' threads, several at a time, and must be quick
     * @throws IllegalArgumentException if the capacity is out of range
     */
    public ActorOptions latestByKey(
            int capacity, BiFunction<? super MethodInfo, ? super List<@Nullable Object>, ?> keyOf) {
        Objects.requireNonNull(keyOf, "keyOf");
        return mailbox(MailboxSpec.latestByKey(
                capacity,
                message -> message instanceof Call call
                        ? keyOf.apply(call.method(), Collections.unmodifiableList(Arrays.asList(call.arguments())))
                        : message));
    }

    /**
     * {@return a copy with a supervision}
     *
     * @param newSupervision decides what happens when the actor fails
     */
    public ActorOptions supervision(Supervision newSupervision) {
        return new ActorOptions(
                name, dispatcher, worker, placement, mailbox, newSupervision, askTimeout, lookup, undelivered);
    }

    /**
     * {@return a copy with a default deadline for asks to the actor, in place of the system's}
     *
     * @param newTimeout zero or more; {@link Duration#ZERO}: asks have no deadline
     * @throws IllegalArgumentException if it is negative
     */
    public ActorOptions askTimeout(Duration newTimeout) {
        return new ActorOptions(
                name, dispatcher, worker, placement, mailbox, supervision, newTimeout, lookup, undelivered);
    }

    /**
     * {@return a copy with access to the actor's package, for modules that do not open it}
     *
     * @param newLookup made by {@code MethodHandles.lookup()} in that package
     */
    public ActorOptions lookup(Lookup newLookup) {
        return new ActorOptions(
                name, dispatcher, worker, placement, mailbox, supervision, askTimeout, newLookup, undelivered);
    }

    /**
     * {@return a copy with a handler for calls that the actor will not execute because it ends} These are the calls that are
     * queued or stashed at the end, and calls that come later. A call that the handler sends on is no dead letter, and its
     * caller gets the answer of the replacement. For any other call, the caller is told as usual.
     *
     * @param handler runs in the actor's last turn or on a sender's thread: any thread, several at a time; what it throws is
     *     logged
     */
    public ActorOptions undelivered(Consumer<Undelivered> handler) {
        return new ActorOptions(name, dispatcher, worker, placement, mailbox, supervision, askTimeout, lookup, handler);
    }
}
