// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.worker.Dispatcher;
import java.lang.invoke.MethodHandles.Lookup;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How an actor is to be run. Immutable; every method returns a changed copy.
 *
 * @param name last part of the address, unique among the siblings; null: type and number
 * @param dispatcher that runs it; null: the system's
 * @param worker home worker, modulo the number of workers; -1: the dispatcher's choice
 * @param mailbox where its messages wait
 * @param supervision what happens when it fails
 * @param askTimeout deadline of asks to this actor that set none themselves; null: the system's
 * @param lookup access to the actor's package where its module does not open it; null: not needed
 */
public record ActorOptions(
        @Nullable String name,
        @Nullable Dispatcher dispatcher,
        int worker,
        MailboxSpec mailbox,
        Supervision supervision,
        @Nullable Duration askTimeout,
        @Nullable Lookup lookup) {
    private static final ActorOptions DEFAULT =
            new ActorOptions(null, null, -1, MailboxSpec.unbounded(), Supervision.standard(), null, null);

    /** Checks the ranges. */
    public ActorOptions {
        Objects.requireNonNull(mailbox, "mailbox");
        Objects.requireNonNull(supervision, "supervision");
        if (name != null && !name.matches("[A-Za-z0-9][A-Za-z0-9_.-]*")) {
            throw new IllegalArgumentException(
                    "actor name must be letters, digits, '-', '_' or '.', beginning with a letter or digit: name="
                            + name);
        }
        if (worker < -1) {
            throw new IllegalArgumentException("worker must be -1 or an index: worker=" + worker);
        }
        if (askTimeout != null && (askTimeout.isZero() || askTimeout.isNegative())) {
            throw new IllegalArgumentException("askTimeout must be more than zero: askTimeout=" + askTimeout);
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
        return new ActorOptions(newName, dispatcher, worker, mailbox, supervision, askTimeout, lookup);
    }

    /** On this dispatcher, which stays the caller's to close. */
    public ActorOptions dispatcher(Dispatcher newDispatcher) {
        return new ActorOptions(name, newDispatcher, worker, mailbox, supervision, askTimeout, lookup);
    }

    /** On this worker at first; for a dedicated dispatcher: for good. */
    public ActorOptions worker(int newWorker) {
        return new ActorOptions(name, dispatcher, newWorker, mailbox, supervision, askTimeout, lookup);
    }

    /** With this mailbox. */
    public ActorOptions mailbox(MailboxSpec newMailbox) {
        return new ActorOptions(name, dispatcher, worker, newMailbox, supervision, askTimeout, lookup);
    }

    /** With this supervision. */
    public ActorOptions supervision(Supervision newSupervision) {
        return new ActorOptions(name, dispatcher, worker, mailbox, newSupervision, askTimeout, lookup);
    }

    /** With this default deadline for asks to it. */
    public ActorOptions askTimeout(Duration newTimeout) {
        return new ActorOptions(name, dispatcher, worker, mailbox, supervision, newTimeout, lookup);
    }

    /** With access to the actor's package, made by {@code MethodHandles.lookup()} there. */
    public ActorOptions lookup(Lookup newLookup) {
        return new ActorOptions(name, dispatcher, worker, mailbox, supervision, askTimeout, newLookup);
    }
}
