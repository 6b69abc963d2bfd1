// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import io.troupe.remoting.Encoding;
import io.troupe.remoting.codec.ByHand;
import io.troupe.remoting.codec.Codec;
import io.troupe.remoting.codec.Codecs;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.FrameDecoder;
import io.troupe.remoting.codec.FrameEncoder;
import io.troupe.remoting.codec.Output;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.codec.RecordingHandles;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.value.ValueWriter;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A dialler that is a plain socket and may say whatever it likes. Waits for answers up to a few
 * seconds. One thread for saying and one for hearing.
 */
final class RawPeer implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 10_000;
    private static final FrameLimits WIDE = new FrameLimits(1 << 24, 1000);

    private final Socket socket;
    private final FrameEncoder encoder;
    private final FrameDecoder decoder;
    private byte[] read = new byte[1 << 16];
    private int at;
    private int end;

    private RawPeer(int port, Codec codec) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        encoder = codec.encoder(new RecordingHandles(), WIDE);
        decoder = codec.decoder(new RecordingHandles(), WIDE);
    }

    /** Connected, and silent so far. */
    static RawPeer silent(int port, Encoding encoding) throws IOException {
        return new RawPeer(port, Codecs.of(encoding));
    }

    /** Has agreed on an encoding. */
    static RawPeer agreed(int port, Encoding encoding) throws IOException {
        RawPeer peer = silent(port, encoding);
        peer.send("TROUPE/1.0 " + encoding + "\n");
        String answer = peer.line();
        if (!answer.equals("TROUPE/1.0 " + encoding)) {
            throw new AssertionError("the node must accept the encoding: answer=" + answer);
        }
        return peer;
    }

    /** Has said hello. */
    static RawPeer greeted(int port, Encoding encoding) throws IOException {
        RawPeer peer = agreed(port, encoding);
        peer.send(new Frame.Hello(Map.of("name", "raw")));
        return peer;
    }

    // ---- saying --------------------------------------------------------------------------------------------------

    void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    void send(Frame... frames) throws IOException {
        send(bytes(frames));
    }

    /** What frames are in the encoding of this peer, to be sent later and in this order. */
    byte[] bytes(Frame... frames) {
        Output out = new Output(256);
        for (Frame frame : frames) {
            encoder.encode(frame, out);
        }
        return out.copy();
    }

    static Frame.Call call(long stream, String method, Consumer<ValueWriter> arguments) {
        return new Frame.Call(stream, TargetId.name("desk"), method, 0, ByHand.value(arguments));
    }

    static Frame.Call call(long stream, String method) {
        return new Frame.Call(stream, TargetId.name("desk"), method, 0, nothing());
    }

    static Payload nothing() {
        return new Payload.Outgoing(List.of(), new Object[0]);
    }

    // ---- hearing -------------------------------------------------------------------------------------------------

    /** The next line, without its end. */
    String line() throws IOException {
        int stop = at;
        while (stop == end || read[stop] != '\n') {
            if (stop < end) {
                stop++;
            } else if (!more()) {
                throw new AssertionError("a line must come before the end: came=" + text());
            }
        }
        String line = new String(read, at, stop - at, StandardCharsets.ISO_8859_1);
        at = stop + 1;
        return line;
    }

    /** The next frame that is wanted; those before it are passed over. */
    <F extends Frame> F await(Class<F> type, Predicate<F> wanted) throws IOException {
        while (true) {
            Frame frame = next();
            if (frame == null) {
                throw new AssertionError("a frame must come before the end: type=" + type.getSimpleName());
            }
            if (type.isInstance(frame) && wanted.test(type.cast(frame))) {
                return type.cast(frame);
            }
        }
    }

    /** The next frame; null at the end. Its payload is to be read before the next one. */
    Frame next() throws IOException {
        if (at > 0 && at * 2 > read.length) {
            System.arraycopy(read, at, read, 0, end - at);
            end -= at;
            at = 0;
        }
        while (true) {
            int length = at == end ? -1 : decoder.frameLength(read, at, end);
            if (length >= 0) {
                at += length;
                return decoder.decode(read, at - length, at);
            }
            if (!more()) {
                return null;
            }
        }
    }

    /** The failure of a stream. */
    Frame.Fail awaitFail(long stream) throws IOException {
        return await(Frame.Fail.class, fail -> fail.stream() == stream);
    }

    /** The result of a stream, as JSON. */
    String awaitReply(long stream) throws IOException {
        Frame.Reply reply = await(Frame.Reply.class, any -> any.stream() == stream);
        return ((Payload.Incoming) reply.value()).toJson();
    }

    /** Everything that comes until the other side ends the connection, in one way or the other. */
    String awaitEnd() throws IOException {
        while (more()) {
            // goes on
        }
        return text();
    }

    private String text() {
        return new String(read, at, end - at, StandardCharsets.ISO_8859_1);
    }

    /** Positions stay as they are: all of a line may be kept in hand. */
    private boolean more() throws IOException {
        if (end == read.length) {
            read = Arrays.copyOf(read, 2 * end);
        }
        try {
            InputStream in = socket.getInputStream();
            int count = in.read(read, end, read.length - end);
            end += Math.max(0, count);
            return count >= 0;
        } catch (java.net.SocketException e) {
            return false; // reset: an end, too
        }
    }

    Socket socket() {
        return socket;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
