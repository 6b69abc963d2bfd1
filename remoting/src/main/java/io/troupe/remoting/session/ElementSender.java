// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.error.LinkLostException;
import io.troupe.core.relay.ElementSource;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.WireException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries the elements of a channel of this process to an {@link ElementReceiver} of the other side, as many as that one has
 * requested. An element leaves the channel when its frame is made, so none waits between the two. Loop only.
 *
 * <p>Invariant: {@code underWay} holds what was sent and of which the other side has not said that somebody has it. When the stream
 * ends by a word of the other side, these were received by nobody; when it ends with the link, nobody knows.
 */
final class ElementSender implements StreamHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ElementSender.class);

    private final Streams streams;
    private final OutCells cells;
    private final WriteQueue out;
    private final String peer;
    private final ElementSource source;
    private final List<TypeSerializer<?>> serializer;

    /** Whether the channel only stands for one of the other side. */
    private final boolean isProxy;

    /** Whether the channel ends with its last remote end. */
    private final boolean isEnd;

    private final AtomicBoolean looking = new AtomicBoolean();
    private final Deque<Object> underWay = new ArrayDeque<>();
    private long stream;
    private @Nullable OutCell cell;
    private long credit;

    /** Whether a message that will poll is in the cell. */
    private boolean pulling;

    /** Whether the other side knows that nothing more will come, or wants nothing more. */
    private boolean ended;

    private boolean over;

    ElementSender(
            Streams streams,
            OutCells cells,
            WriteQueue out,
            SessionState state,
            Function<Runnable, ElementSource> source,
            TypeSerializer<?> serializer,
            boolean isProxy,
            boolean isEnd) {
        this.streams = streams;
        this.cells = cells;
        this.out = out;
        this.peer = state.peer();
        this.serializer = List.of(serializer);
        this.isProxy = isProxy;
        this.isEnd = isEnd;
        this.source = source.apply(this::changed);
    }

    /** The stream has its number. */
    void begin(long number) {
        stream = number;
        cell = cells.forStream(number, null);
        changed(); // the channel may have ended before
    }

    /** Any thread. */
    private void changed() {
        if (looking.compareAndSet(false, true)) {
            out.execute(this::look);
        }
    }

    private void look() {
        looking.set(false);
        if (over) {
            return;
        }
        if (streams.find(stream) != this) { // the frame that it was in could not be sent
            leave();
        } else if (!ended && (credit > 0 || source.isEnded())) {
            pull();
        }
    }

    private void pull() {
        OutCell to = cell;
        if (!pulling && to != null) {
            pulling = true;
            to.tryOffer(new Next());
        }
    }

    private @Nullable Frame next() {
        pulling = false;
        if (over || ended) {
            return null;
        }
        Object element = credit > 0 ? source.poll() : null;
        if (element != null) {
            credit--;
            underWay.addLast(element);
            pull();
            return new Frame.Item(stream, new Payload.Outgoing(serializer, new @Nullable Object[] {element}));
        }
        if (!source.isEnded()) {
            return null;
        }
        ended = true;
        Throwable failure = source.failure();
        return new Frame.End(stream, failure == null ? null : Failures.of(failure));
    }

    // ---- what the other side says --------------------------------------------------------------------------------

    @Override
    public void onRequest(long count) {
        if (count > 0) {
            credit += Math.min(count, Integer.MAX_VALUE - credit);
            source.wants(count);
            look();
        } else {
            recall();
        }
    }

    /** The other side wants nothing any more for now: what nobody has received there is taken back. */
    private void recall() {
        credit = 0;
        source.rest();
        giveBack();
        OutCell to = cell;
        if (to != null) {
            to.tryOffer(new Recalled()); // behind what may be on its way in pieces
        }
    }

    private void giveBack() {
        while (!underWay.isEmpty()) {
            source.giveBack(underWay.removeLast());
        }
    }

    /** So many have been received. */
    @Override
    public void onGap(long count) {
        for (long left = count; left > 0 && !underWay.isEmpty(); left--) {
            underWay.removeFirst();
        }
    }

    /** The other side takes no more; what it has may still be received. */
    @Override
    public boolean onEnd(@Nullable Failure failure) {
        ended = true;
        credit = 0;
        source.rest();
        if (isProxy) {
            source.shut(failure == null ? null : Failures.toException(failure, "channel=" + stream));
        }
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
            if (isProxy) {
                source.shut(cause);
                lose();
            } else {
                giveBack();
            }
            leave();
        }
    }

    /** Whoever sends to a channel whose last remote receiver is lost must not wait for ever. */
    @Override
    public void onLost(LinkLostException cause) {
        if (!over) {
            lose();
            if ((leave() && isEnd) || isProxy) {
                source.shut(cause);
            }
        }
    }

    private void lose() {
        underWay.forEach(source::lost);
        underWay.clear();
    }

    /** Returns whether it was the last one of its kind. */
    private boolean leave() {
        over = true;
        OutCell to = cell;
        if (to != null) {
            cells.forget(to);
            to.end();
        }
        return source.detach();
    }

    private void refused(WireException cause) {
        Object element = underWay.pollLast();
        if (element != null) {
            LOG.warn("an element of a channel cannot travel: peer={}, cause={}", peer, cause.getMessage());
            source.lost(element);
            out.urgent(new Frame.Gap(stream, 1));
        }
    }

    /** Polls when it is encoded. */
    private final class Next extends StreamMessages.Piece {
        @Override
        public @Nullable Frame frame(OutCell from) {
            return next();
        }

        @Override
        public void notSent(WireException cause) {
            refused(cause);
        }
    }

    /** What was sent before has been taken back. */
    private final class Recalled extends StreamMessages.Piece {
        @Override
        public Frame frame(OutCell from) {
            return new Frame.Request(stream, 0);
        }
    }

    @Override
    public String toString() {
        return "ElementSender[" + peer + "/" + stream + "]";
    }
}
