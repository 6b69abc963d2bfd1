// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.remoting.codec.BrokenFrameException;
import io.troupe.remoting.codec.ChunkedBytes;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Failure.Code;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.FrameDecoder;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.value.WireException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Cuts what comes into frames, and hands each to the part that it concerns. Loop only. */
final class FrameDispatcher {
    /** A peer that sends more nonsense than this within a minute is not worth listening to. */
    private static final int MOST_BROKEN = 100;

    private static final long MINUTE = 60_000_000_000L;

    private final FrameDecoder decoder;
    private final FragmentAssembler assembler;
    private final SessionState state;
    private final WriteQueue out;
    private final InboundQueues inbound;
    private final InboundCalls calls;
    private final OutgoingCalls outgoing;
    private final Streams streams;
    private final ItemStreams items;
    private final CallHeaders headers;
    private final LinkFrames linkFrames;
    private long brokenSince;
    private int broken;

    /** Whether to stop after the frame in hand. Written by any thread. */
    private volatile boolean stopping;

    /** Written on the loop; read racily for statistics. */
    private long framesIn;

    private long bytesIn;

    /**
     * Nothing has come.
     *
     * @param decoder of this direction
     * @param assembler puts frames together that come in pieces
     * @param inbound told how large the frame in hand is
     * @param calls of the other side
     * @param outgoing calls of this side
     * @param streams the near ends by number
     * @param items takes streams that the other side opens
     * @param headers of calls
     * @param linkFrames the link itself
     */
    FrameDispatcher(
            FrameDecoder decoder,
            FragmentAssembler assembler,
            SessionState state,
            WriteQueue out,
            InboundQueues inbound,
            InboundCalls calls,
            OutgoingCalls outgoing,
            Streams streams,
            ItemStreams items,
            CallHeaders headers,
            LinkFrames linkFrames) {
        this.decoder = decoder;
        this.assembler = assembler;
        this.state = state;
        this.out = out;
        this.inbound = inbound;
        this.calls = calls;
        this.outgoing = outgoing;
        this.streams = streams;
        this.items = items;
        this.headers = headers;
        this.linkFrames = linkFrames;
    }

    /** Handles all whole frames, but none after the one that ends the link; returns how many bytes they had. */
    synchronized int frames(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && !state.isOver() && !stopping) {
            int length = decoder.frameLength(bytes, at, to);
            if (length < 0) {
                break;
            }
            frame(bytes, at, at + length);
            at += length;
        }
        bytesIn += at - from;
        return stopping ? to - from : at - from;
    }

    /** Handles nothing more, and forgets what comes. Any thread; waits for the frame in hand. */
    void stop() {
        stopping = true;
        synchronized (this) {
            // the loop has left the frame that it was at, and will be at none
        }
    }

    private void frame(byte[] bytes, int from, int to) {
        framesIn++;
        inbound.frameBytes(to - from);
        try {
            Frame frame = decoder.decode(bytes, from, to);
            if (frame instanceof Frame.Tell tell && state.isGreeted()) {
                calls.onTell(tell, null);
            } else {
                other(frame);
            }
        } catch (BrokenFrameException e) {
            refuse(e.stream(), String.valueOf(e.getMessage()));
        }
    }

    private void fragment(Frame.Fragment piece) {
        ChunkedBytes whole = assembler.add(piece, inbound.now());
        if (whole != null) {
            try {
                whole(whole, piece.number());
            } finally {
                assembler.used(whole);
            }
        }
    }

    private void whole(ChunkedBytes bytes, long number) {
        inbound.frameBytes(bytes.size());
        String refusal = bytes.refusal();
        Frame frame;
        try {
            frame = decoder.decode(bytes);
        } catch (BrokenFrameException e) {
            if (refusal == null) {
                throw e;
            }
            answer(e.stream(), Failures.ofPieces(number, refusal)); // it may make sense
            return;
        }
        if (frame instanceof Frame.Fragment || frame instanceof Frame.Hello) {
            throw new WireException("a message in pieces must be a message: frame=" + frame.type());
        }
        Frame bare = frame instanceof Frame.Headed headed ? headed.call() : frame;
        if (refusal != null && bare instanceof Frame.Tell tell) {
            calls.refuse(tell, Failures.ofPieces(number, refusal));
        } else if (frame instanceof Frame.Tell tell) {
            calls.onTell(tell, null);
        } else {
            other(frame);
        }
    }

    private void refuse(long stream, String text) {
        long now = inbound.now();
        if (now - brokenSince > MINUTE) {
            brokenSince = now;
            broken = 0;
        }
        if (++broken > MOST_BROKEN || !state.isGreeted()) {
            throw new WireException(
                    "the other side must send frames that make sense: broken=" + broken + ", last=" + text);
        }
        answer(stream, Failures.of(Code.PROTOCOL, text));
    }

    private void answer(long stream, Failure failure) {
        if (stream > 0) {
            calls.fail(stream, failure);
        } else {
            out.urgent(new Frame.Undelivered(TargetId.name("link"), "frame", failure));
        }
    }

    private void other(Frame frame) {
        if (frame instanceof Frame.Hello hello) {
            linkFrames.onHello(hello);
        } else if (!state.isGreeted()) {
            if (frame instanceof Frame.Goodbye goodbye) {
                linkFrames.onRefusal(goodbye);
                return;
            }
            throw new WireException("the first frame must be a hello: frame=" + frame.type());
        } else if (frame instanceof Frame.Headed headed) {
            headed(headed);
        } else {
            known(frame);
        }
    }

    private void headed(Frame.Headed frame) {
        headers.came(frame);
        if (frame.call() instanceof Frame.Tell tell) {
            calls.onTell(tell, frame.headers());
        } else if (frame.call() instanceof Frame.Call call) {
            call(call, frame.headers());
        } else {
            headers.in(frame.headers(), () -> open((Frame.Open) frame.call()));
        }
    }

    private void known(Frame frame) {
        switch (frame.type()) {
            case CALL -> call((Frame.Call) frame, null);
            case LIMIT -> calls.onLimit((Frame.Limit) frame);
            case REPLY -> reply((Frame.Reply) frame);
            case FAIL -> streams.onFail((Frame.Fail) frame);
            case CANCEL -> cancel((Frame.Cancel) frame);
            case UNDELIVERED -> outgoing.onUndelivered((Frame.Undelivered) frame);
            case NAMED -> named((Frame.Named) frame);
            case RELEASE -> calls.onRelease((Frame.Release) frame);
            case WATCH -> watch((Frame.Watch) frame);
            case ENDED -> streams.onEnded((Frame.Ended) frame);
            case OPEN -> open((Frame.Open) frame);
            case ITEM -> streams.onItem((Frame.Item) frame);
            case END -> streams.onEnd((Frame.End) frame);
            case REQUEST -> streams.onRequest((Frame.Request) frame);
            case GAP -> streams.onGap((Frame.Gap) frame);
            case FRAGMENT -> fragment((Frame.Fragment) frame);
            case KEY -> keyNumber((Frame.KeyNumber) frame);
            default -> {
                if (!linkFrames.takes(frame)) {
                    refuse(0, "a frame must be known: frame=" + frame);
                }
            }
        }
    }

    private void reply(Frame.Reply reply) {
        if (!streams.onReply(reply)) {
            outgoing.late();
        }
    }

    private void cancel(Frame.Cancel cancel) {
        if (!streams.onCancel(cancel)) {
            calls.onCancel(cancel.stream());
        }
    }

    /** Whether the other side may begin something with this number, and it is taken. */
    private boolean isNew(long stream) {
        if (streams.isForeign(stream) && streams.find(stream) == null && !calls.isGoing(stream)) {
            return streams.takes(stream);
        }
        refuse(stream, "a stream must have a new number of the side that opens it: stream=" + stream);
        return false;
    }

    /** Whether one stream more may begin; if not, the other side is told. */
    private boolean hasRoom(long stream) {
        String refusal = streams.refusal();
        if (refusal != null) {
            calls.fail(stream, Failures.of(Code.BUSY, refusal));
        }
        return refusal == null;
    }

    private void call(Frame.Call call, @Nullable Map<String, String> came) {
        if (isNew(call.stream())) {
            calls.onCall(call, came);
        }
    }

    private void open(Frame.Open open) {
        if (isNew(open.stream()) && hasRoom(open.stream())) {
            items.onOpen(open);
        }
    }

    private void watch(Frame.Watch watch) {
        if (isNew(watch.stream()) && hasRoom(watch.stream())) {
            calls.onWatch(watch);
        }
    }

    private void named(Frame.Named named) {
        if (named.id() == 0) {
            calls.onNameAsked(named.name());
        } else {
            outgoing.onNamed(named);
        }
    }

    private void keyNumber(Frame.KeyNumber frame) {
        String wrong = calls.onKeyNumber(frame);
        if (wrong != null) {
            refuse(0, wrong);
        }
    }

    long framesIn() {
        return framesIn;
    }

    long bytesIn() {
        return bytesIn;
    }
}
