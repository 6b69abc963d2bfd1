// SPDX-License-Identifier: Apache-2.0
package io.troupe.house.traced;

/** What is done in each round. Nothing is closed: the virtual machine ends after the last round. */
interface Operation {
    /**
     * Does it once: calls {@link Marks#begin} where it begins and {@link Marks#effect} where it has its effect, then returns.
     *
     * @throws InterruptedException never, as nobody interrupts
     */
    void run() throws InterruptedException;
}
