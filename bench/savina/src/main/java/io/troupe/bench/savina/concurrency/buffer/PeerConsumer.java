// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.buffer;

import io.troupe.bench.peer.Behavior;
import io.troupe.bench.peer.Recipient;

/** What {@link Consumer} does, on a peer. */
final class PeerConsumer implements Behavior<PeerConsumer.Consume> {
    private final Recipient<PeerManager.Message> manager;
    private final Sizes sizes;

    PeerConsumer(Recipient<PeerManager.Message> manager, Sizes sizes) {
        this.manager = manager;
        this.sizes = sizes;
    }

    @Override
    public void onMessage(Consume message, Recipient<Consume> self) {
        manager.tell(new PeerManager.Consumed(sizes.result(message.item()), self));
    }

    /** An item. */
    record Consume(long item) {}
}
