// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.netty.buffer.ByteBuf;
import io.netty.util.AbstractReferenceCounted;
import io.netty.util.ReferenceCounted;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Bytes under way within the process, which tell their sender when the other side has taken them. Any thread. Whoever takes the
 * bytes owns them: the other side, or the sender that finds out that nobody is there.
 */
final class Parcel extends AbstractReferenceCounted {
    private final AtomicReference<@Nullable ByteBuf> bytes;
    private final InprocHandler sender;
    private final int weight;
    private final boolean last;

    private Parcel(@Nullable ByteBuf bytes, InprocHandler sender) {
        this.last = bytes == null;
        this.bytes = new AtomicReference<>(bytes);
        this.sender = sender;
        this.weight = bytes == null ? 1 : Math.max(1, bytes.readableBytes());
    }

    static Parcel of(ByteBuf bytes, InprocHandler sender) {
        return new Parcel(bytes, sender);
    }

    /** Without bytes: nothing follows, the sender closes in order. */
    static Parcel last(InprocHandler sender) {
        return new Parcel(null, sender);
    }

    int weight() {
        return weight;
    }

    boolean isLast() {
        return last;
    }

    /** The bytes, once; null: they are taken, or this is the last. */
    @Nullable
    ByteBuf take() {
        return bytes.getAndSet(null);
    }

    /** Whether there is nothing to take any more. */
    boolean isEmpty() {
        return bytes.get() == null;
    }

    /** Gives back the bytes if nobody has taken them. */
    void discard() {
        ByteBuf left = take();
        if (left != null) {
            left.release();
        }
    }

    @Override
    protected void deallocate() {
        discard();
        sender.landed(weight);
    }

    @Override
    public ReferenceCounted touch(Object hint) {
        ByteBuf present = bytes.get();
        if (present != null) {
            present.touch(hint);
        }
        return this;
    }
}
