// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.dispatch.cell.Message;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tells a cell what its mailbox removed; made before the cell, as the mailbox is. */
final class OverflowListener implements Consumer<Message> {
    private @Nullable ActorCell cell;

    OverflowListener() {}

    /** Before the first message. */
    void of(ActorCell owner) {
        cell = owner;
    }

    @Override
    public void accept(Message message) {
        if (cell != null) {
            cell.displaced(message);
        }
    }
}
