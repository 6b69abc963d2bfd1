// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing.simulation;

/** Both sides of a way to pace one flow; the world carries what it has to say. */
interface Scheme {
    /** Sender: how many may leave. */
    default int permits(long now, int wanted) {
        return wanted;
    }

    /** Sender: they have left. */
    default void sent(int n, long now) {}

    /** Sender: whether something waits that may not leave. */
    default void starving(boolean starving, long now) {}

    /** Sender: what the receiver said half a round trip ago. */
    default void onControl(Object note, long now) {}

    /** Receiver: messages have come into the queue. */
    default void arrived(int n, long now) {}

    /** Receiver, each step: something to say, or null. */
    default Object poll(long now, long queued, long processed) {
        return null;
    }
}
