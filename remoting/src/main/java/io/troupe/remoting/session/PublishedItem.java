// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.WireException;

/** One item for all subscribers: waits in the queues of all of them at once. Immutable. */
final class PublishedItem extends StreamItem {
    private final LocalTopic<?> topic;
    private final Object key;

    PublishedItem(LocalTopic<?> topic, TypeSerializer<?> serializer, Object value, Object key) {
        super(serializer, value);
        this.topic = topic;
        this.key = key;
    }

    Object key() {
        return key;
    }

    @Override
    public void notSent(OutCell cell, WireException cause) {
        if (cell.mailbox() instanceof SubscriberQueue queue) {
            queue.notSent();
        }
        topic.unsendable(cause);
    }
}
