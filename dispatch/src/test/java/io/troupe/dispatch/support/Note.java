// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.support;

import io.troupe.dispatch.cell.Message;
import java.util.concurrent.atomic.AtomicInteger;

/** A numbered message that counts how it ended: exactly one end each is what every mailbox owes. */
public final class Note extends Message {
    private final int sender;
    private final int number;
    private final AtomicInteger ends = new AtomicInteger();

    public Note(int sender, int number) {
        this.sender = sender;
        this.number = number;
    }

    /** Who sent it. */
    public int sender() {
        return sender;
    }

    /** Its number in the sender's order, from 0. */
    public int number() {
        return number;
    }

    /** How often it was delivered, displaced, refused or undelivered. */
    public int ends() {
        return ends.get();
    }

    /** Notes one end. */
    public void ended() {
        ends.incrementAndGet();
    }

    @Override
    public void deliver(Object receiver) {
        ended();
        ((ProbeCell) receiver).record(this);
    }

    @Override
    public String toString() {
        return sender + "#" + number;
    }
}
