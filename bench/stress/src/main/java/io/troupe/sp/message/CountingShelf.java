// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts what comes back. */
final class CountingShelf implements Shelf {
    private final AtomicInteger back = new AtomicInteger();

    @Override
    public void put(Block block) {
        back.incrementAndGet();
    }

    int back() {
        return back.get();
    }

    /** A small message that goes here. */
    Message message() {
        return new Message(new Block(MessagePool.memory(64), this));
    }
}
