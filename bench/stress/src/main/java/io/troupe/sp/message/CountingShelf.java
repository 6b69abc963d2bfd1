// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts what comes back. */
final class CountingShelf implements BlockCache {
    private final AtomicInteger back = new AtomicInteger();

    @Override
    public void put(MessageBlock block) {
        back.incrementAndGet();
    }

    int back() {
        return back.get();
    }

    /** A small message that goes here. */
    SpMessage message() {
        return new SpMessage(new MessageBlock(MessagePool.memory(64), this));
    }
}
