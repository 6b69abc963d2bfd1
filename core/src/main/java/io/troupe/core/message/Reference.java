// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.message;

/** Implemented by every generated reference, beside the actor's own type. */
public interface Reference {
    /** Where this reference sends its calls. Any thread. The odd name keeps clear of users' methods. */
    Outlet troupe$outlet();

    /**
     * Where a reference sends its calls.
     *
     * @param reference returned by spawn or received in a message
     * @throws IllegalArgumentException if it is not a reference
     */
    static Outlet outletOf(Object reference) {
        if (reference instanceof Reference typed) {
            return typed.troupe$outlet();
        }
        throw new IllegalArgumentException("a reference is needed, not the object itself: class="
                + (reference == null ? null : reference.getClass().getName())
                + "; pass what spawn returned, or self()");
    }
}
