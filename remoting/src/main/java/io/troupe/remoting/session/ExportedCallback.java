// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.error.CallRefusedException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.Callback;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.pacing.QueuePressure;
import io.troupe.remoting.pacing.QueueWatch;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.WireException;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A callback of this side that was handed over: passes on the items that come, complains when they pile up. Loop only. */
final class ExportedCallback implements StreamHandler, PromiseCarrier {
    /** What an item takes in memory besides its contents, roughly. */
    private static final int OBJECT = 64;

    /** One stream may hold as much of what is free before its sender has to pause: a quarter. */
    private static final int PAUSE_PART = 4;

    /** Whatever others hold, a part of so many bytes is a stream's. */
    private static final long LEAST = 256 << 10;

    /** It goes on when half of that is left. */
    private static final int RESUME_PART = 8;

    private static final long LOOK_NANOS = 2_000_000;
    /** Items of as many bytes may come between two looks at how many wait. */
    private static final long LOOK_BYTES = 64 << 10;
    /** Small items that follow each other count together. */
    private static final int TOGETHER = 4096;

    private final Streams streams;
    private final WriteQueue out;
    private final InboundQueues inbound;
    private final GuardedCallback<Object> callback;
    private final @Nullable GuardedCallback<Long> gaps;
    private final List<TypeSerializer<?>> serializer;
    private final QueueWatch watch;
    private final QueueWatch.Share share;
    private long stream;
    private long items;
    private long itemBytes;
    private long lookedAt;
    /** Those that may wait, oldest first. */
    private final ArrayDeque<Part> parts = new ArrayDeque<>(1);

    private long partBytes;
    /** Reserved for items that wait. */
    private long waitingBytes;

    private boolean paused;
    /** Bytes of frames that have come since the other side was told to pause. */
    private long sincePause;

    private boolean looking;
    private boolean over;
    private StreamHandler near = this;
    private Runnable enough = () -> {};
    private boolean peerEnded;

    /** Some items. */
    private static final class Part {
        private long bytes;

        /** Number of the last one, from 1. */
        private long last;
    }

    /**
     * Nothing has come yet.
     *
     * @param streams where it has its number
     * @param out tells the other side that no more is wanted
     * @param inbound counts what waits
     * @param peer the other side, for people
     * @param serializer of the items
     * @param gaps gets how many items were left out, and ends with the callback; or null
     */
    @SuppressWarnings("unchecked") // its items are decoded by their serializer
    ExportedCallback(
            Streams streams,
            WriteQueue out,
            InboundQueues inbound,
            String peer,
            Callback<?> callback,
            TypeSerializer<?> serializer,
            @Nullable Callback<Long> gaps) {
        this.streams = streams;
        this.out = out;
        this.inbound = inbound;
        this.gaps = gaps == null ? null : new GuardedCallback<>(gaps, peer, () -> {}); // items go on without
        this.callback = new GuardedCallback<>((Callback<Object>) callback, peer, this::broken);
        this.serializer = List.of(serializer);
        this.watch = inbound.watchStream();
        this.share = watch.open(inbound.now());
    }

    /** The stream has its number. */
    void begin(long number) {
        begin(number, this, () -> {});
    }

    /**
     * The stream has its number.
     *
     * @param end of this side: this object, or what it is a part of
     * @param onEnough told when this side has ended the stream
     */
    void begin(long number, StreamHandler end, Runnable onEnough) {
        stream = number;
        near = end;
        enough = onEnough;
        callback.whenEnded(() -> out.execute(this::endedHere));
    }

    /** It has thrown: as if this side had ended it. */
    private void broken() {
        end();
        out.execute(this::endedHere); // the frame that hands it over may be in hand
    }

    /** Ended by this side: the other one need not send any more. */
    private void endedHere() {
        if (gaps != null) {
            gaps.end();
        }
        end();
        if (!peerEnded && streams.find(stream) == near) {
            streams.close(stream);
            out.urgent(new Frame.Cancel(stream));
            enough.run();
        }
    }

    @Override
    public void onItem(Payload.Incoming value) {
        if (over) {
            return; // it was on its way
        }
        callback.item(streams.read(value, serializer)[0]);
        streams.carriedBy(this);
        items++;
        came(value.size() + OBJECT);
        long now = inbound.now();
        if (share.arrived(1, inbound.frameBytes() + QueuePressure.PER_MESSAGE, now)) {
            int waiting = callback.waiting();
            QueuePressure pressure = share.due(now, inbound.roundTrip(), waiting, items - waiting);
            if (pressure != null) {
                inbound.complainOfStream(stream, pressure, watch.meanBytes(now));
            }
        }
    }

    @Override
    public boolean carries(int bytes) {
        look();
        Part last = parts.peekLast();
        if (last == null) {
            return true;
        }
        if (!inbound.hasRoom(bytes + OBJECT)) {
            return false;
        }
        last.bytes += bytes + OBJECT;
        partBytes += bytes + OBJECT;
        look();
        return true;
    }

    // ---- the bound in bytes --------------------------------------------------------------------------------------

    private void came(int bytes) {
        itemBytes += bytes;
        Part last = parts.peekLast();
        if (last == null || last.bytes + bytes > TOGETHER) {
            last = new Part();
            parts.add(last);
        }
        last.bytes += bytes;
        last.last = items;
        partBytes += bytes;
        if (paused) {
            sincePause += inbound.frameBytes() + QueuePressure.PER_MESSAGE;
            inbound.checkObeyed(sincePause, stream);
        }
        if (itemBytes - lookedAt >= LOOK_BYTES) {
            look();
        }
    }

    /** How many wait is known, and they are taken in order. */
    private long bytesThatWait() {
        long taken = over ? items : items - callback.waiting();
        for (Part next = parts.peek(); next != null && next.last <= taken; next = parts.peek()) {
            parts.poll();
            partBytes -= next.bytes;
        }
        return partBytes;
    }

    private void look() {
        lookedAt = itemBytes;
        long waiting = bytesThatWait();
        inbound.inStreams(waiting - waitingBytes);
        waitingBytes = waiting;
        boolean pause = waiting > Math.max(LEAST, inbound.free()) / (paused ? RESUME_PART : PAUSE_PART);
        if (pause != paused && inbound.peerPauses() && !over) {
            paused = pause;
            sincePause = 0;
            inbound.pauseStream(stream, pause);
        }
        if (waiting > 0 && !looking) {
            looking = true;
            out.later(LOOK_NANOS, this::lookAgain);
        }
    }

    private void lookAgain() {
        looking = false;
        look();
    }

    private void end() {
        over = true;
        look();
    }

    @Override
    public boolean onEnd(@Nullable Failure failure) {
        peerEnded = true;
        end();
        if (failure == null) {
            callback.end();
        } else {
            callback.fail(Failures.toException(failure, "callback=" + stream));
        }
        return true;
    }

    @Override
    public void onMisfit(WireException cause) {
        peerEnded = true;
        end();
        callback.fail(new CallRefusedException(
                "an item must be decodable: callback=" + stream + ", cause=" + cause.getMessage(), cause));
    }

    @Override
    public void onFail(Failure failure) {
        onEnd(failure);
    }

    @Override
    public void onGap(long count) {
        if (gaps != null) {
            gaps.item(count);
        }
    }

    @Override
    public void onLost(LinkLostException cause) {
        end();
        callback.fail(cause);
    }
}
