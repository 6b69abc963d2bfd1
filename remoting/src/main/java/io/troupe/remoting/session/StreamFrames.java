// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.host.OutletHost;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Failure.Code;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.remoting.value.WireException;
import org.jspecify.annotations.Nullable;

/** Hands frames of streams to the handlers of their numbers, and lets the other side open streams. Loop only. */
final class StreamFrames {
    private final OutletHost host;
    private final LinkLimits limits;
    private final SessionListener acceptor;
    private final Streams streams;
    private final ItemStreams items;
    private final WriteQueue out;
    private final InboundCalls calls;

    /**
     * Of one link.
     *
     * @param config the actor system, limits, and who accepts streams
     * @param streams the handlers by number
     * @param items makes near ends
     * @param out takes refusals
     * @param calls of the other side, which have numbers as well
     */
    StreamFrames(SessionConfig config, Streams streams, ItemStreams items, WriteQueue out, InboundCalls calls) {
        this.host = config.host();
        this.limits = config.limits();
        this.acceptor = config.listener();
        this.streams = streams;
        this.items = items;
        this.out = out;
        this.calls = calls;
    }

    void onReply(Frame.Reply reply) {
        StreamHandler handler = streams.close(reply.stream());
        if (handler != null) {
            handler.onReply((Payload.Incoming) reply.value());
        } else {
            host.lateResult();
        }
    }

    void onFail(Frame.Fail fail) {
        StreamHandler handler = streams.close(fail.stream());
        if (handler != null) {
            handler.onFail(fail.failure());
        }
    }

    void onItem(Frame.Item item) {
        StreamHandler handler = streams.find(item.stream());
        if (handler == null) {
            return; // ended here while it was on its way
        }
        try {
            handler.onItem((Payload.Incoming) item.value());
        } catch (WireException e) {
            Failure failure = Failures.of(Code.BAD_ARGUMENTS, String.valueOf(e.getMessage()));
            streams.close(item.stream());
            handler.onEnd(failure);
            out.urgent(new Frame.Cancel(item.stream()));
        }
    }

    void onEnd(Frame.End end) {
        StreamHandler handler = streams.find(end.stream());
        if (handler != null && handler.onEnd(end.failure())) {
            streams.close(end.stream());
        }
    }

    void onCancel(long stream) {
        StreamHandler handler = streams.close(stream);
        if (handler != null) {
            handler.onCancel();
        } else {
            calls.onCancel(stream);
        }
    }

    void onRequest(Frame.Request request) {
        StreamHandler handler = streams.find(request.stream());
        if (handler != null) {
            handler.onRequest(request.count());
        }
    }

    void onGap(Frame.Gap gap) {
        StreamHandler handler = streams.find(gap.stream());
        if (handler != null) {
            handler.onGap(gap.count());
        }
    }

    /** An actor of the other side has ended. */
    void onEnded(Frame.Ended ended) {
        StreamHandler handler = streams.close(ended.stream());
        if (handler != null) {
            handler.onEnded(ended.address(), ended.reason());
        }
    }

    // ---- what the other side begins ------------------------------------------------------------------------------

    /** Why the other side may not begin a call or stream with this number; null: it may. */
    @Nullable
    String violation(long stream) {
        boolean fresh = streams.isForeign(stream) && streams.find(stream) == null && !calls.isGoing(stream);
        return fresh ? null : "a stream must have a new number of the side that opens it: stream=" + stream;
    }

    /** Whether one stream more may begin; if not, the other side is told. */
    boolean hasRoom(long stream) {
        if (streams.size() < limits.maxExports() && !streams.isFull()) {
            return true;
        }
        calls.fail(
                stream,
                Failures.of(
                        Code.BUSY,
                        "a link must not have more streams: maxExports=" + limits.maxExports() + ", memory="
                                + limits.memory()));
        return false;
    }

    /** The other side opens a stream, with a number that it may use. */
    void onOpen(Frame.Open open) {
        StreamHandler handler;
        try {
            handler = acceptor.onOpen(items, open.name(), open.stream());
        } catch (RuntimeException e) { // of the application: no reason to end the link
            calls.fail(open.stream(), Failures.of(e));
            return;
        }
        if (handler == null) {
            calls.fail(
                    open.stream(),
                    Failures.of(Code.NO_TARGET, "nobody accepts streams of this name:" + " name=" + open.name()));
        } else {
            streams.accept(open.stream(), handler);
        }
    }
}
