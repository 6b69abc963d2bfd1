// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.Message;

/** A cell that is only talked about. */
final class StressSample extends Cell {
    StressSample() {
        super(ready -> {}, null);
    }

    @Override
    protected void deliver(Message message) {
        throw new AssertionError("never scheduled");
    }

    @Override
    protected void undelivered(Message message) {
        throw new AssertionError("never offered");
    }
}
