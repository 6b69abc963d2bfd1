// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.remoting.codec.BrokenFrameException;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Failure.Code;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.FrameDecoder;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.value.WireException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Cuts what comes into frames, and hands each to whom it concerns. Loop only. */
final class FrameDispatcher {
    /** A peer that sends more nonsense than this within a minute is not worth listening to. */
    private static final int MOST_BROKEN = 100;

    private static final long MINUTE = 60_000_000_000L;

    private final Session session;
    private final FrameDecoder decoder;
    private long brokenSince;
    private int broken;

    /** Written on the loop; read racily for statistics. */
    private long framesIn;

    private long bytesIn;

    FrameDispatcher(Session session, FrameDecoder decoder) {
        this.session = session;
        this.decoder = decoder;
    }

    /** Handles all whole frames, but none after the one that ends the link; returns how many bytes they had. */
    int frames(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && !session.life().isOver()) {
            int length = decoder.frameLength(bytes, at, to);
            if (length < 0) {
                break;
            }
            frame(bytes, at, at + length);
            at += length;
        }
        bytesIn += at - from;
        return at - from;
    }

    private void frame(byte[] bytes, int from, int to) {
        framesIn++;
        session.gates().frameBytes(to - from);
        try {
            Frame frame = decoder.decode(bytes, from, to);
            if (frame instanceof Frame.Tell tell && session.life().isGreeted()) {
                session.router().onTell(tell, null);
            } else {
                other(frame);
            }
        } catch (BrokenFrameException e) {
            refuse(e.stream(), String.valueOf(e.getMessage()));
        }
    }

    private void fragment(Frame.Fragment piece) {
        byte[] whole = session.assembly().add(piece, session.now());
        if (whole != null) {
            try {
                whole(whole);
            } finally {
                session.assembly().used(whole);
            }
        }
    }

    private void whole(byte[] bytes) {
        session.gates().frameBytes(bytes.length);
        Frame frame = decoder.decode(bytes, 0, bytes.length);
        if (frame instanceof Frame.Fragment || frame instanceof Frame.Hello) {
            throw new WireException("a message in pieces must be a message: frame=" + frame.type());
        }
        if (frame instanceof Frame.Tell tell) {
            session.router().onTell(tell, null);
        } else {
            other(frame);
        }
    }

    private void refuse(long stream, String text) {
        long now = System.nanoTime();
        if (now - brokenSince > MINUTE) {
            brokenSince = now;
            broken = 0;
        }
        if (++broken > MOST_BROKEN || !session.life().isGreeted()) {
            throw new WireException(
                    "the other side must send frames that make sense: broken=" + broken + ", last=" + text);
        }
        Failure failure = Failures.of(Code.PROTOCOL, text);
        if (stream > 0) {
            session.router().fail(stream, failure);
        } else {
            session.writer().urgent(new Frame.Undelivered(TargetId.name("link"), "frame", failure));
        }
    }

    private void other(Frame frame) {
        if (frame instanceof Frame.Hello hello) {
            session.life().onHello(hello.properties());
        } else if (!session.life().isGreeted()) {
            if (frame instanceof Frame.Goodbye goodbye) {
                session.life().onRefusal(goodbye.reason());
                return;
            }
            throw new WireException("the first frame must be a hello: frame=" + frame.type());
        } else if (frame instanceof Frame.Headed headed) {
            headed(headed);
        } else if (!calls(frame) && !streams(frame)) {
            link(frame);
        }
    }

    private void headed(Frame.Headed frame) {
        session.headers().came(frame);
        if (frame.call() instanceof Frame.Tell tell) {
            session.router().onTell(tell, frame.headers());
        } else if (frame.call() instanceof Frame.Call call) {
            call(call, frame.headers());
        } else {
            session.headers().in(frame.headers(), () -> open((Frame.Open) frame.call()));
        }
    }

    private boolean calls(Frame frame) {
        switch (frame.type()) {
            case CALL -> call((Frame.Call) frame, null);
            case LIMIT -> session.router().onLimit((Frame.Limit) frame);
            case REPLY -> reply((Frame.Reply) frame);
            case FAIL -> fail((Frame.Fail) frame);
            case UNDELIVERED -> session.sending().onUndelivered((Frame.Undelivered) frame);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void call(Frame.Call call, @Nullable Map<String, String> headers) {
        if (isNew(call.stream())) {
            session.router().onCall(call, headers);
        }
    }

    private void reply(Frame.Reply reply) {
        StreamHandler end = session.streams().close(reply.stream());
        if (end != null) {
            end.onReply((Payload.Incoming) reply.value());
        } else {
            session.host().lateResult();
        }
    }

    private void fail(Frame.Fail fail) {
        StreamHandler end = session.streams().close(fail.stream());
        if (end != null) {
            end.onFail(fail.failure());
        }
    }

    private boolean streams(Frame frame) {
        switch (frame.type()) {
            case ITEM -> item((Frame.Item) frame);
            case END -> end((Frame.End) frame);
            case CANCEL -> cancel(((Frame.Cancel) frame).stream());
            case OPEN -> open((Frame.Open) frame);
            case REQUEST -> {
                Frame.Request request = (Frame.Request) frame;
                StreamHandler end = session.streams().find(request.stream());
                if (end != null) {
                    end.onRequest(request.count());
                }
            }
            case GAP -> {
                Frame.Gap gap = (Frame.Gap) frame;
                StreamHandler end = session.streams().find(gap.stream());
                if (end != null) {
                    end.onGap(gap.count());
                }
            }
            case WATCH -> watch((Frame.Watch) frame);
            case ENDED -> {
                Frame.Ended ended = (Frame.Ended) frame;
                StreamHandler end = session.streams().close(ended.stream());
                if (end != null) {
                    end.onEnded(ended.address(), ended.reason());
                }
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void item(Frame.Item item) {
        StreamHandler end = session.streams().find(item.stream());
        if (end == null) {
            return; // ended here while it was on its way
        }
        try {
            end.onItem((Payload.Incoming) item.value());
        } catch (WireException e) {
            Failure failure = Failures.of(Code.BAD_ARGUMENTS, String.valueOf(e.getMessage()));
            session.streams().close(item.stream());
            end.onEnd(failure);
            session.writer().urgent(new Frame.Cancel(item.stream()));
        }
    }

    private void end(Frame.End frame) {
        StreamHandler end = session.streams().find(frame.stream());
        if (end != null && end.onEnd(frame.failure())) {
            session.streams().close(frame.stream());
        }
    }

    private void cancel(long stream) {
        StreamHandler end = session.streams().close(stream);
        if (end != null) {
            end.onCancel();
        } else {
            session.router().onCancel(stream);
        }
    }

    private boolean isNew(long stream) {
        boolean fresh = session.streams().isForeign(stream)
                && session.streams().find(stream) == null
                && !session.router().isGoing(stream);
        if (!fresh) {
            refuse(stream, "a stream must have a new number of the side that opens it: stream=" + stream);
        }
        return fresh && session.departure().takes(stream);
    }

    private boolean mayOpen(long stream) {
        if (!isNew(stream)) {
            return false;
        }
        if (session.streams().size() >= session.limits().maxExports()
                || session.streams().isFull()) {
            session.router()
                    .fail(
                            stream,
                            Failures.of(
                                    Code.BUSY,
                                    "a link must not have more streams: maxExports="
                                            + session.limits().maxExports() + ", memory="
                                            + session.limits().memory()));
            return false;
        }
        return true;
    }

    private void open(Frame.Open open) {
        if (mayOpen(open.stream())) {
            StreamHandler end;
            try {
                end = session.events().onOpen(session, open.name(), open.stream());
            } catch (RuntimeException e) { // of the application: no reason to end the link
                session.router().fail(open.stream(), Failures.of(e));
                return;
            }
            if (end == null) {
                session.router()
                        .fail(
                                open.stream(),
                                Failures.of(
                                        Code.NO_TARGET,
                                        "nobody accepts streams of this name:" + " name=" + open.name()));
            } else {
                session.streams().accept(open.stream(), end);
            }
        }
    }

    private void watch(Frame.Watch watch) {
        if (mayOpen(watch.stream())) {
            session.router().onWatch(watch);
        }
    }

    private void link(Frame frame) {
        switch (frame.type()) {
            case PING -> session.writer().urgent(new Frame.Pong(((Frame.Ping) frame).token()));
            case PONG -> {
                session.life().onPong((Frame.Pong) frame);
                session.departure().onPong((Frame.Pong) frame);
            }
            case NAK -> session.complaints().onNak((Frame.Nak) frame);
            case PAUSE -> session.complaints().onPause((Frame.Pause) frame);
            case FRAGMENT -> fragment((Frame.Fragment) frame);
            case RELEASE -> {
                Frame.Release release = (Frame.Release) frame;
                session.exports().release(release.id(), release.count());
            }
            case NAMED -> named((Frame.Named) frame);
            case GOAWAY -> session.departure().onGoAway((Frame.GoAway) frame);
            case GOODBYE -> session.life().onGoodbye((Frame.Goodbye) frame);
            default -> refuse(0, "a frame must be known: frame=" + frame);
        }
    }

    private void named(Frame.Named named) {
        if (named.id() == 0) {
            session.router().onNameAsked(named.name());
        } else {
            session.sending().onNamed(named);
        }
    }

    long framesIn() {
        return framesIn;
    }

    long bytesIn() {
        return bytesIn;
    }
}
