// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.transport.netty.channel;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.DefaultByteBufHolder;

/** Bytes under way within the process, which tell their sender when the other side has taken them. Any thread. */
final class Parcel extends DefaultByteBufHolder {
    private final InprocHandler sender;
    private final int weight;
    private final boolean last;

    /** @param last nothing follows: the sender closes in order */
    Parcel(ByteBuf content, InprocHandler sender, boolean last) {
        super(content);
        this.sender = sender;
        this.weight = Math.max(1, content.readableBytes());
        this.last = last;
    }

    int weight() {
        return weight;
    }

    boolean isLast() {
        return last;
    }

    @Override
    public boolean release() {
        boolean gone = super.release();
        if (gone) {
            sender.landed(weight);
        }
        return gone;
    }

    @Override
    public boolean release(int decrement) {
        boolean gone = super.release(decrement);
        if (gone) {
            sender.landed(weight);
        }
        return gone;
    }

    // two parcels are the same only if they are one object
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
