// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.error.LinkLostException;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.WireException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The conversations of a link by number; hands what comes to their near ends. The dialler's numbers are odd, the acceptor's even;
 * none is used twice. Loop only.
 */
final class Streams {
    private static final Logger LOG = LoggerFactory.getLogger(Streams.class);
    /** What a promise, callback, watch or stream keeps besides its values, about. */
    private static final int STREAM = 256;

    private final LongTable<StreamHandler> byId = new LongTable<>();
    /** Those of this side's numbers that count. */
    private final LongTable<StreamHandler> handedOver = new LongTable<>();

    private final List<Long> marked = new ArrayList<>();
    private final List<Long> accepted = new ArrayList<>();
    private final MemoryBudget budget;
    private final WriteQueue queue;
    private final LinkLimits limits;
    private final CallWindow window;
    /** Streams that the budget has been charged for. */
    private int counted;

    private long next;

    /** Highest number of a call, stream or watch of the other side that was taken. */
    private long latest;

    /** Whether the other side has been told that nothing more is taken. */
    private boolean closed;

    /** Told when this side opens a stream though the other side takes no more. */
    private @Nullable Runnable late;

    /**
     * None yet.
     *
     * @param dialler whether this side has dialled
     * @param budget of what conversations keep that the other side has begun, or that it was handed over
     * @param queue where streams are cancelled
     * @param limits how many there may be
     * @param window counts what the other side keeps of what it was handed over
     */
    Streams(boolean dialler, MemoryBudget budget, WriteQueue queue, LinkLimits limits, CallWindow window) {
        this.budget = budget;
        this.queue = queue;
        this.limits = limits;
        this.window = window;
        next = dialler ? 1 : 2;
    }

    private void reserve() {
        budget.reserve(STREAM);
        counted++;
    }

    /** A new number of this side. */
    long open(StreamHandler end) {
        long stream = next;
        next += 2;
        byId.put(stream, end);
        if (late != null) {
            late.run();
        }
        return stream;
    }

    /** A new number for something inside of a frame that is being encoded. */
    long openInside(StreamHandler end) {
        long stream = open(end);
        marked.add(stream);
        handedOver.put(stream, end);
        reserve();
        window.handsOver(STREAM);
        return stream;
    }

    /** Notes the near end of a number that the other side has chosen. */
    void accept(long stream, StreamHandler end) {
        byId.put(stream, end);
        accepted.add(stream);
        reserve();
    }

    /**
     * Decodes values that came in a frame; what came along in them is given back if they do not fit.
     *
     * @throws WireException if they do not fit
     */
    @Nullable
    Object[] read(Payload.Incoming payload, List<TypeSerializer<?>> serializers) {
        mark();
        try {
            return payload.read(serializers);
        } catch (WireException e) {
            giveBack();
            throw e;
        }
    }

    /**
     * The outcomes of promises that came along in the values read last wait with what they came in.
     *
     * @param carrier counts them
     */
    void carriedBy(PromiseCarrier carrier) {
        for (int i = 0; i < accepted.size(); i++) {
            StreamHandler end = byId.get(accepted.get(i));
            if (end != null) {
                end.onCarried(carrier);
            }
        }
        accepted.clear();
    }

    /** What came along in the values read last is not wanted: the other side is told. */
    void giveBack() {
        List<Long> refused = List.copyOf(accepted);
        accepted.clear();
        for (long stream : refused) {
            StreamHandler end = close(stream);
            if (end != null) {
                end.onCancel(); // nobody has it, but it may hold something
            }
            queue.urgent(new Frame.Cancel(stream));
        }
    }

    /** Whether the other side may choose this number. */
    boolean isForeign(long stream) {
        return stream > 0 && (stream & 1) != (next & 1);
    }

    /** The other side begins a call, stream or watch. Returns whether it is taken. */
    boolean takes(long stream) {
        if (stream > latest) {
            if (closed) {
                return false; // it will read which one was the last
            }
            latest = stream;
        }
        return true;
    }

    /** Highest number of what was taken. */
    long latest() {
        return latest;
    }

    /** Takes nothing new from now on. */
    void takeNoMore() {
        closed = true;
    }

    /** The near end of a stream, or null. */
    @Nullable
    StreamHandler find(long stream) {
        return byId.get(stream);
    }

    /** Removes a stream; returns its near end, or null. */
    @Nullable
    StreamHandler close(long stream) {
        StreamHandler end = byId.remove(stream);
        if (end == null) {
            return null;
        }
        boolean foreign = isForeign(stream);
        if (foreign || handedOver.remove(stream) != null) {
            budget.release(STREAM);
            counted--;
            if (!foreign) {
                window.hasBack(STREAM);
            }
        }
        return end;
    }

    /**
     * Removes a stream if this is still its near end: a peer that breaks the rules may have used the number again. Returns
     * whether it was.
     */
    boolean close(long stream, StreamHandler end) {
        if (byId.get(stream) != end) {
            return false;
        }
        close(stream);
        return true;
    }

    /** Why no more may begin that take memory on this side, as a sentence; null: more may. */
    @Nullable
    String refusal() {
        return byId.size() < limits.maxExports() && budget.free() >= STREAM
                ? null
                : "a link must not have more streams: maxExports=" + limits.maxExports() + ", memory="
                        + limits.memory();
    }

    // ---- what the other side says --------------------------------------------------------------------------------

    /** Whether somebody waits for this reply. */
    boolean onReply(Frame.Reply reply) {
        StreamHandler handler = close(reply.stream());
        if (handler == null) {
            return false;
        }
        handler.onReply((Payload.Incoming) reply.value());
        return true;
    }

    void onFail(Frame.Fail fail) {
        StreamHandler handler = close(fail.stream());
        if (handler != null) {
            handler.onFail(fail.failure());
        }
    }

    /** An item that comes after the end of its stream on this side was on its way. */
    void onItem(Frame.Item item) {
        StreamHandler handler = find(item.stream());
        if (handler == null) {
            return;
        }
        mark();
        try {
            handler.onItem((Payload.Incoming) item.value());
        } catch (WireException e) {
            giveBack();
            close(item.stream());
            handler.onMisfit(e);
            queue.urgent(new Frame.Cancel(item.stream()));
        }
    }

    void onEnd(Frame.End end) {
        StreamHandler handler = find(end.stream());
        if (handler != null && handler.onEnd(end.failure())) {
            close(end.stream());
        }
    }

    /** Whether there is a stream that the other side may cancel. */
    boolean onCancel(Frame.Cancel cancel) {
        StreamHandler handler = close(cancel.stream());
        if (handler == null) {
            return false;
        }
        handler.onCancel();
        return true;
    }

    void onRequest(Frame.Request request) {
        StreamHandler handler = find(request.stream());
        if (handler != null) {
            handler.onRequest(request.count());
        }
    }

    void onGap(Frame.Gap gap) {
        StreamHandler handler = find(gap.stream());
        if (handler != null) {
            handler.onGap(gap.count());
        }
    }

    /** An actor of the other side has ended. */
    void onEnded(Frame.Ended ended) {
        StreamHandler handler = close(ended.stream());
        if (handler != null) {
            handler.onEnded(ended.address(), ended.reason());
        }
    }

    // ---- all of them ---------------------------------------------------------------------------------------------

    /** How many are going on. */
    int size() {
        return byId.size();
    }

    /** From here on new streams can be taken back. */
    void mark() {
        accepted.clear();
        marked.clear();
    }

    /** Whether streams were opened inside of a frame since the mark. */
    boolean hasMarked() {
        return !marked.isEmpty();
    }

    /** The streams opened inside of a frame since the mark. */
    List<Long> marked() {
        return List.copyOf(marked);
    }

    /** Takes back the streams opened inside of a frame since the mark. */
    void rollback() {
        for (long stream : marked) {
            takeBack(stream);
        }
        marked.clear();
    }

    private boolean takeBack(long stream) {
        StreamHandler end = close(stream);
        if (end != null) {
            end.onTakenBack();
        }
        return end != null;
    }

    /** Takes back what was handed over in a frame that the other side has refused, and may have read. */
    void takeBack(List<Long> refused) {
        for (long stream : refused) {
            if (takeBack(stream)) {
                queue.urgent(new Frame.Cancel(stream));
            }
        }
    }

    /** Whether somebody waits for the outcome of a stream. */
    boolean isAwaited() {
        for (StreamHandler end : byId.values()) {
            if (end.isAwaited()) {
                return true;
            }
        }
        return false;
    }

    /**
     * The other side has taken none of those behind the last one that this side has opened in frames of their own. Those that were
     * handed over inside of others have their own fate.
     *
     * @param last number of the last one that was taken
     * @param cause told to the others
     */
    void refused(long last, LinkLostException cause) {
        List<StreamHandler> ends = new ArrayList<>();
        for (long stream : byId.keys()) {
            if (stream > last && !isForeign(stream) && handedOver.get(stream) == null) {
                ends.add(byId.remove(stream));
            }
        }
        tell(ends, cause);
    }

    /** Who is told, soon, when this side opens one more though the other side takes none. */
    void late(Runnable newLate) {
        late = newLate;
    }

    /** The link has ended. Whatever one of them throws, all others are told, and so is the link. */
    void lost(LinkLostException cause) {
        List<StreamHandler> ends = byId.clear();
        handedOver.clear();
        budget.release((long) STREAM * counted);
        counted = 0;
        tell(ends, cause);
    }

    private static void tell(List<StreamHandler> ends, LinkLostException cause) {
        for (StreamHandler end : ends) {
            try {
                end.onLost(cause);
            } catch (Throwable e) { // a callback of the application, which may be written by hand
                LOG.error("who is told of the end of a link must not fail: cause={}", cause.getMessage(), e);
            }
        }
    }
}
