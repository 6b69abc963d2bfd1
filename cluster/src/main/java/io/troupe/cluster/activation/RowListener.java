// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.activation;

/** Told that rows have been stored that somebody has to see to. Any thread; quick. */
public interface RowListener {
    /** There are new effects. */
    void effectsStored();

    /**
     * There is a reminder.
     *
     * @param at when, in milliseconds of the epoch
     */
    void reminderStored(long at);
}
