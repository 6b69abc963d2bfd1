// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.line;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One place of a ring: the element, and whether it was left out. Written by the publisher that has claimed it, then by the
 * stages that have been reached by its sequence; the ring's sequences publish the writes.
 */
final class Slot<T> {
    /** Nothing has left the element out. */
    private static final int NOWHERE = Integer.MAX_VALUE;

    /** The publisher has failed to fill the slot: no stage gets it. */
    private static final int AT_THE_DOOR = 0;

    private static final VarHandle LEFT_AT;

    static {
        try {
            LEFT_AT = MethodHandles.lookup().findVarHandle(Slot.class, "leftAt", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Null in a line of values between two elements. */
    @Nullable
    T element;

    /** Level of the stage that has left the element out. Stages of one level may write at the same time, by LEFT_AT. */
    private int leftAt = NOWHERE;

    Slot(@Nullable T element) {
        this.element = element;
    }

    /** A new element comes in. The publisher. */
    void open() {
        leftAt = NOWHERE;
    }

    /** The element was not made. The publisher. */
    void voidIt() {
        leftAt = AT_THE_DOOR;
    }

    boolean isVoid() {
        return leftAt == AT_THE_DOOR;
    }

    /** Leaves the element out for all stages behind this level, but not for those beside it. */
    void leaveOut(int level) {
        LEFT_AT.compareAndSet(this, NOWHERE, level);
    }

    boolean isLeftOut() {
        return leftAt != NOWHERE;
    }

    /** Whether a stage of this level gets the element. */
    boolean reaches(int level) {
        return leftAt >= level;
    }
}
