// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

/** Is told of connections that come and go. Runs on the threads of transports: must be quick and must not wait. */
public interface PipeListener {
    /** Whether this peer may join; false: the connection is closed. Called before {@link #attached}. */
    default boolean accepts(PipeInfo pipe) {
        return true;
    }

    /** It has joined. */
    default void attached(PipeInfo pipe) {}

    /** It is gone; reason in words. */
    default void detached(PipeInfo pipe, String reason) {}
}
