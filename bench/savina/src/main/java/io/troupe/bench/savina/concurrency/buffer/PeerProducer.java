// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.buffer;

import io.troupe.bench.peer.Behavior;
import io.troupe.bench.peer.Recipient;

/** What {@link Producer} does, on a peer. */
final class PeerProducer implements Behavior<PeerProducer.Produce> {
    private final Recipient<PeerManager.Message> manager;
    private final Sizes sizes;
    private final int number;
    private int produced;

    PeerProducer(Recipient<PeerManager.Message> manager, Sizes sizes, int number) {
        this.manager = manager;
        this.sizes = sizes;
        this.number = number;
    }

    @Override
    public void onMessage(Produce message, Recipient<Produce> self) {
        long item = sizes.item(/* producer= */ number, /* number= */ produced);
        if (++produced < sizes.perProducer()) {
            manager.tell(new PeerManager.PutAndWait(item, self));
        } else {
            produced = 0;
            manager.tell(new PeerManager.Put(item));
        }
    }

    /** There is room for an item. */
    record Produce() {}
}
