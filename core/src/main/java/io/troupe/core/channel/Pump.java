// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

/** Works for one channel in turns of one executor, until its {@link PumpOwner} stops it or the channel ends. */
interface Pump {
    /** Begins. Once, in a turn of the executor or on its thread. */
    void start();

    /** Goes on no more, and tells its owner nothing. Any thread. */
    void stop();

    /** Whether it would go on now; of a pump that comes first in order. In a turn of the executor. */
    boolean isReady();
}
