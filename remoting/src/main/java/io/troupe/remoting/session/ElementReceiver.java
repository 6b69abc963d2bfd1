// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.error.LinkLostException;
import io.troupe.core.relay.ElementSink;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.pacing.QueuePressure;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.WireException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Puts what an {@link ElementSender} of the other side sends into a channel of this process. It requests one element for each
 * receiver that waits; if somebody receives everything, or there is a buffer, as many as its share of the link's memory has
 * room for, by the mean of those that have come. It says how many have been received (GAP), and takes its requests back when
 * nobody wants elements any more: a request for none, which the other side answers with the same, behind what it had sent. Loop
 * only.
 */
final class ElementReceiver implements StreamHandler {
    /** What an element takes in memory besides its contents, roughly. */
    private static final int OBJECT = 64;

    private static final long LARGEST_SHARE = 256 << 10;
    private static final long LEAST_SHARE = 16 << 10;

    /** A channel may hold so much of what the link has left. */
    private static final int PART = 4;

    /** Until elements have come they are taken for large. */
    private static final int FIRST_GUESS = 64 << 10;

    private static final int MOST = 1024;

    private final Streams streams;
    private final WriteQueue out;
    private final InboundQueues inbound;
    private final ElementSink sink;
    private final List<TypeSerializer<?>> serializer;

    /** Whether the channel only stands for one of the other side. */
    private final boolean isProxy;

    private final AtomicBoolean looking = new AtomicBoolean();

    /** Received since the last look. Any thread adds. */
    private final AtomicInteger taken = new AtomicInteger();

    /** Those that have come, and of which it is not known that somebody has them. */
    private final Deque<Arrival> held = new ArrayDeque<>();

    private long stream;
    private long heldBytes;
    private long mean = FIRST_GUESS;

    /** Requested and not come. */
    private long requested;

    private long received;

    /** Whether requests have been taken back, and the other side has not answered yet. */
    private boolean recalling;

    private boolean paused;
    private long sincePause;

    /** Whether the other side has said that it sends no more. */
    private boolean ended;

    /** Whether the other side has been told that the channel takes no more. */
    private boolean refusing;

    private boolean over;

    ElementReceiver(
            Streams streams,
            WriteQueue out,
            InboundQueues inbound,
            Function<Runnable, ElementSink> sink,
            TypeSerializer<?> serializer,
            boolean isProxy) {
        this.streams = streams;
        this.out = out;
        this.inbound = inbound;
        this.serializer = List.of(serializer);
        this.isProxy = isProxy;
        this.sink = sink.apply(this::changed);
    }

    /** The stream has its number. */
    void begin(long number) {
        stream = number;
        changed(); // somebody may want elements already
    }

    /** Any thread. */
    private void changed() {
        if (looking.compareAndSet(false, true)) {
            out.execute(this::look);
        }
    }

    private void taken() {
        taken.incrementAndGet();
        changed();
    }

    private void look() {
        looking.set(false);
        settle();
        if (over || stream == 0) { // begin() looks again
            return;
        }
        if (streams.find(stream) != this) { // the frame that it was in could not be sent
            leave();
            return;
        }
        if (sink.isAbandoned()) {
            abandon();
            return;
        }
        if (!ended && !refusing && sink.isClosed()) {
            refuse();
        }
        acknowledge();
        if (ended || refusing) {
            if (held.isEmpty()) {
                streams.close(stream);
                out.urgent(new Frame.Cancel(stream));
                leave();
            }
        } else if (!recalling) {
            adjust(sink.demand());
        }
        checkBytes();
    }

    /** Forgets what has been received. */
    private void settle() {
        for (int count = taken.getAndSet(0); count > 0; count--) {
            Arrival arrival = held.pollFirst();
            if (arrival != null) {
                release(arrival);
                note(arrival);
            }
        }
    }

    private void note(Arrival arrival) {
        if (!arrival.noted) {
            arrival.noted = true;
            received++;
        }
    }

    private void release(Arrival arrival) {
        heldBytes -= arrival.bytes;
        inbound.inStreams(-arrival.bytes);
    }

    private void acknowledge() {
        if (received > 0) {
            out.urgent(new Frame.Gap(stream, received));
            received = 0;
        }
    }

    private void adjust(int demand) {
        if (demand == 0) {
            if (!sink.keeps() && (requested > 0 || !held.isEmpty())) {
                recall();
            }
            return;
        }
        long window = Math.max(1, Math.min(MOST, share() / Math.max(OBJECT, mean)));
        long room = window - requested - held.size();
        long more = demand - requested;
        if (more > room && (demand == ElementSink.MANY || sink.keeps())) {
            more = room >= (window + 1) / 2 ? room : 0;
        } else {
            more = Math.min(MOST - requested, more);
        }
        if (more > 0) {
            requested += more;
            out.urgent(new Frame.Request(stream, more));
        }
    }

    private long share() {
        return Math.max(LEAST_SHARE, Math.min(LARGEST_SHARE, inbound.free() / PART));
    }

    /** Nobody here wants elements: those that nobody has go back. */
    private void recall() {
        takeBack();
        recalling = true;
        requested = 0;
        out.urgent(new Frame.Request(stream, 0));
    }

    /** Nobody here will want elements: those that nobody has go back, and the stream ends. */
    private void abandon() {
        takeBack();
        streams.close(stream);
        out.urgent(new Frame.Cancel(stream));
        leave();
    }

    private void takeBack() {
        List<Arrival> gone = new ArrayList<>();
        for (Arrival arrival : held) {
            if (arrival.ticket != null && sink.takeBack(arrival.ticket)) {
                gone.add(arrival);
            }
        }
        held.removeAll(gone);
        gone.forEach(this::release);
        held.forEach(this::note); // somebody has them already
        acknowledge();
    }

    /** The channel was closed here: the other side learns it, and what has come may still be received. */
    private void refuse() {
        refusing = true;
        acknowledge();
        out.urgent(new Frame.End(stream, null));
    }

    // ---- bytes: requests count elements, so large ones may come after small ones -----------------------------------

    private void checkBytes() {
        boolean pause = !over && heldBytes > share() * (paused ? 1 : 2);
        if (pause != paused && inbound.peerPauses()) {
            paused = pause;
            sincePause = 0;
            inbound.pauseStream(stream, pause);
        }
    }

    // ---- what the other side says --------------------------------------------------------------------------------

    @Override
    public void onItem(Payload.Incoming value) {
        Object element = value.read(serializer)[0];
        if (element == null) {
            throw new WireException("an element of a channel must not be null");
        }
        if (recalling || refusing) {
            return; // the other side still has it
        }
        if (requested == 0) {
            throw new WireException("a channel must not send more than was requested");
        }
        requested--;
        int bytes = value.size() + OBJECT;
        mean = (mean + bytes) / 2;
        if (paused) {
            sincePause += inbound.frameBytes() + QueuePressure.PER_MESSAGE;
            inbound.checkObeyed(sincePause, stream);
        }
        heldBytes += bytes;
        inbound.inStreams(bytes);
        Arrival arrival = new Arrival(bytes);
        held.addLast(arrival);
        arrival.ticket = sink.put(element, this::taken);
        if (arrival.ticket == null) { // closed: the other side still has it
            held.removeLast();
            release(arrival);
        }
        changed();
    }

    /** The answer to a recall: nothing that was requested before will come. */
    @Override
    public void onRequest(long count) {
        recalling = false;
        changed();
    }

    /** Some of those that were requested will not come. */
    @Override
    public void onGap(long count) {
        requested = Math.max(0, requested - count);
        changed();
    }

    @Override
    public boolean onEnd(@Nullable Failure failure) {
        ended = true;
        sink.end(failure == null ? null : Failures.toException(failure, "channel=" + stream));
        changed();
        return false;
    }

    @Override
    public void onCancel() {
        stop(null);
    }

    @Override
    public void onFail(Failure failure) {
        stop(Failures.toException(failure, "channel=" + stream));
    }

    private void stop(@Nullable Throwable cause) {
        if (!over) {
            leave();
            sink.end(cause);
        }
    }

    /** Whoever receives from a channel whose last remote sender is lost must not wait for ever. */
    @Override
    public void onLost(LinkLostException cause) {
        if (!over && (leave() || isProxy)) {
            sink.end(cause);
        }
    }

    /** Returns whether it was the last one of its kind. */
    private boolean leave() {
        over = true;
        inbound.inStreams(-heldBytes);
        heldBytes = 0;
        held.clear();
        return sink.detach();
    }

    /** One element that has come. */
    private static final class Arrival {
        private final int bytes;

        /** By which it can be taken back. */
        private @Nullable Object ticket;

        /** Whether it is counted as received. */
        private boolean noted;

        Arrival(int bytes) {
            this.bytes = bytes;
        }
    }
}
