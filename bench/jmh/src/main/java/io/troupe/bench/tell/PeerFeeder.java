// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.tell;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.Recipient;

/** What {@link Feeder} does, on a peer. */
final class PeerFeeder {
    private PeerFeeder() {}

    static Recipient<Feed> spawn(Peer peer, Recipient<Add> target) {
        return peer.spawn((feed, self) -> feed(feed, self, target));
    }

    private static void feed(Feed feed, Recipient<Feed> self, Recipient<Add> target) {
        int end = Math.min(feed.to(), feed.from() + Batch.CHUNK);
        for (int i = feed.from(); i < end; i++) {
            target.tell(new Add(i));
        }
        if (end < feed.to()) {
            self.tell(new Feed(end, feed.to()));
        }
    }
}
