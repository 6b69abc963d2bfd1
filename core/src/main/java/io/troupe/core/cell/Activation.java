// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.ActorFactory;
import io.troupe.core.host.TurnGuard;
import org.jspecify.annotations.Nullable;

/**
 * What makes an actor one of many of a directory: its key, and its place among the active ones. The factory of its cell,
 * which thereby pays for no field.
 */
final class Activation implements ActorFactory<Object> {
    /** In the place of a place: it is not active. */
    private static final int NOWHERE = -1;

    private final ActorDirectory<?> directory;
    private final String key;

    /** Asked before each call; null for most. */
    private final @Nullable TurnGuard guard;

    /** Among the active ones; guarded by {@link ActiveActors}. */
    private int place = NOWHERE;

    /** Messages delivered when it was last looked at; guarded by {@link ActiveActors}. */
    private int seen;

    /** Messages delivered before the present object was made. By the owner of the cell; racy for others. */
    private int before;

    /** Looks since it was last used; guarded by {@link ActiveActors}. */
    private byte quietLooks;

    /** Whether it is among the top actors. By the owner of the cell. */
    private boolean takenIn;

    /** Whether the present object has started, so that it takes messages. By the owner of the cell. */
    private boolean started;

    /** Whether the present object has stopped itself before it had started. By the owner of the cell. */
    private boolean givenUp;

    /** Whether it was asked to make room and has not answered; guarded by {@link ActiveActors}. */
    private boolean leaving;

    Activation(ActorDirectory<?> directory, String key, @Nullable TurnGuard guard) {
        this.directory = directory;
        this.key = key;
        this.guard = guard;
    }

    @Override
    public Object create() throws Exception {
        return directory.make(key);
    }

    ActorDirectory<?> directory() {
        return directory;
    }

    String key() {
        return key;
    }

    @Nullable
    TurnGuard guard() {
        return guard;
    }

    boolean isActive() {
        return place != NOWHERE;
    }

    /** Whether it is among the top actors. In its turns. */
    boolean isTakenIn() {
        return takenIn;
    }

    void takenIn(boolean now) {
        takenIn = now;
    }

    boolean hasStarted() {
        return started;
    }

    /** The object has stopped itself. */
    void giveUp() {
        givenUp = !started;
    }

    /** Whether the object has stopped itself before it took messages: the next one would very likely do the same. */
    boolean hasGivenUp() {
        return givenUp;
    }

    /** The object takes messages. */
    void start() {
        started = true;
        directory.started(key);
    }

    int place() {
        return place;
    }

    void place(int newPlace) {
        place = newPlace;
    }

    void leave() {
        place = NOWHERE;
    }

    /** Whether it was used since the last look. */
    boolean wasUsed(long delivered) {
        if (seen == (int) delivered) {
            return false;
        }
        seen = (int) delivered;
        quietLooks = 0;
        return true;
    }

    /** Looks whether it was used since the last look; returns how many such looks in a row say that it was not. */
    int look(long delivered) {
        if (!wasUsed(delivered) && quietLooks < Byte.MAX_VALUE) {
            quietLooks++;
        }
        return quietLooks;
    }

    boolean isLeaving() {
        return leaving;
    }

    void leaving(boolean now) {
        leaving = now;
    }

    /** Messages that the present object got; wraps around at four billions. */
    long delivered(long all) {
        return Integer.toUnsignedLong((int) all - before);
    }

    /** The next object begins. */
    void begin(long all) {
        started = false;
        givenUp = false;
        before = (int) all;
    }
}
