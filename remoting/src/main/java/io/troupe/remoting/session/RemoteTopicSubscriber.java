// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.error.LinkLostException;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.pacing.QueuePressure;
import io.troupe.remoting.topic.SlowConsumer;
import org.jspecify.annotations.Nullable;

/** A subscriber behind a link. Events come on the loop. */
final class RemoteTopicSubscriber extends TopicSubscriber implements StreamHandler {
    private final ItemStreams link;
    private final OutboundStream out;

    RemoteTopicSubscriber(LocalTopic<?> topic, SlowConsumer policy, ItemStreams link, long stream) {
        super(topic, policy);
        this.link = link;
        this.out = link.outbound(stream, queue());
    }

    /** Whether it came over this link. */
    boolean isOver(ItemStreams other) {
        return link == other;
    }

    @Override
    void put(PublishedItem item) {
        out.offer(item);
    }

    @Override
    void end() {
        out.end(null);
    }

    @Override
    void disconnect(String why) {
        out.fail(why);
    }

    @Override
    String peer() {
        return out.peer();
    }

    @Override
    public void onPressure(QueuePressure pressure, long roundTrip) {
        pressed(pressure, out.cell().meanBytes(), roundTrip);
    }

    @Override
    public boolean onEnd(@Nullable Failure failure) {
        gone();
        return true;
    }

    @Override
    public void onCancel() {
        gone();
    }

    @Override
    public void onFail(Failure failure) {
        gone();
    }

    @Override
    public void onLost(LinkLostException cause) {
        gone();
    }

    private void gone() {
        topic().remove(this);
        out.cancelled();
    }
}
