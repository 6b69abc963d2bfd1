// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.mailbox;

import io.troupe.dispatch.cell.Message;

/** Adds a number to the {@link Sum}. */
final class AddMessage extends Message {
    private final int value;

    AddMessage(int value) {
        this.value = value;
    }

    @Override
    public void deliver(Object receiver) {
        ((Sum) receiver).add(value);
    }
}
