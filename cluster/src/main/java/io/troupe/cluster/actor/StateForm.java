// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.actor;

import io.troupe.cluster.activation.StateHandle;
import io.troupe.cluster.store.StoredState;
import java.util.Objects;

/**
 * How the states of one actor are stored: as records of a format, with a way from others. Keeps nothing; in turns of the actor.
 *
 * @param <STATE> class of the states
 * @param handle of the actor
 * @param actor says the format, and knows the way from others
 */
record StateForm<STATE extends Record>(StateHandle handle, DurableActor<?, STATE> actor) {
    /** Most bytes of one state. */
    static final int MOST_BYTES = 1 << 20;

    STATE initial() {
        return Objects.requireNonNull(actor.initial(), "initial state");
    }

    /**
     * Encodes a state.
     *
     * @throws IllegalArgumentException if it has no encoding, or too many bytes
     */
    StoredState write(STATE state, long version) {
        byte[] data;
        try {
            data = handle.codec().write(state);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "a state must have an encoding: " + handle.key() + ", cause=" + e.getMessage(), e);
        }
        if (data.length > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "a state must have at most " + MOST_BYTES + " bytes: " + handle.key() + ", bytes=" + data.length);
        }
        return new StoredState(version, format(), data);
    }

    private int format() {
        int number = actor.format();
        if (number < 1) {
            throw new IllegalArgumentException("a format must be at least 1: " + handle.key() + ", format=" + number);
        }
        return number;
    }

    /**
     * Decodes a state.
     *
     * @throws StoreUnavailableException if that fails
     */
    @SuppressWarnings("unchecked") // the codec is that of the record
    STATE read(StoredState stored) {
        if (stored.format() == StoredState.JOURNAL) {
            throw new StoreUnavailableException(
                    "an actor whose events are stored must have a journal: " + handle.key() + ", version="
                            + stored.version(),
                    false,
                    null);
        }
        try {
            STATE read = stored.format() == format()
                    ? (STATE) handle.codec().read(stored.data(), this::initial)
                    : actor.upgrade(stored.format(), handle.codec().readComponents(stored.data()));
            return Objects.requireNonNull(read, "upgrade must return a state");
        } catch (RuntimeException e) {
            throw new StoreUnavailableException(
                    "a stored state must be readable: " + handle.key() + ", version=" + stored.version() + ", format="
                            + stored.format() + ", cause=" + e.getMessage(),
                    false,
                    e);
        }
    }
}
