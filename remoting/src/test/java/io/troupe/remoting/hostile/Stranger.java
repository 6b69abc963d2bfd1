// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import io.troupe.net.transport.Address;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.codec.ByHand;
import io.troupe.remoting.codec.Codecs;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.FrameEncoder;
import io.troupe.remoting.codec.Output;
import io.troupe.remoting.codec.RecordingHandles;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.value.ValueWriter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;

/** A bare socket whose owner says what he likes, and reads what he likes. Never waits: what does not leave now leaves later. */
final class Stranger implements AutoCloseable {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel channel;
    private final FrameEncoder encoder;
    private final ByteBuffer heard = ByteBuffer.allocate(1 << 16);
    private ByteBuffer waiting = NOTHING;
    private boolean ended;
    private long streams = 1;

    private Stranger(Address address, Encoding encoding) throws IOException {
        channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), address.port()));
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.SO_LINGER, 0); // no port is kept for him
        encoder = Codecs.of(encoding).encoder(new RecordingHandles(), Recording.WIDE);
    }

    /** Connected, and silent so far. */
    static Stranger silent(Address address) throws IOException {
        return new Stranger(address, Encoding.BINARY);
    }

    /** Has said its first line and hello, in one breath. */
    static Stranger greeted(Address address, Encoding encoding, Map<String, String> properties) throws IOException {
        Stranger stranger = new Stranger(address, encoding);
        stranger.say(("TROUPE/1.0 " + encoding + "\n").getBytes(StandardCharsets.US_ASCII));
        stranger.say(new Frame.Hello(properties));
        return stranger;
    }

    /** Knows all that peers may know. */
    static Stranger greeted(Address address, Encoding encoding) throws IOException {
        return greeted(address, encoding, Map.of("name", "stranger", "features", "pause,pieces,headers"));
    }

    /** A number for a stream that was not used before. */
    long stream() {
        streams += 2;
        return streams;
    }

    /** An ask of the desk. */
    Frame.Call ask(String method, Consumer<ValueWriter> argument) {
        return new Frame.Call(stream(), TargetId.name(Stage.DESK), method, 0, ByHand.value(argument));
    }

    static Frame.Tell tell(String method, Consumer<ValueWriter> argument) {
        return new Frame.Tell(TargetId.name(Stage.DESK), method, ByHand.value(argument));
    }

    /** Says frames; nothing while what was said before has not left. Returns whether it has left. */
    boolean say(Frame... frames) {
        if (!push()) {
            return false;
        }
        Output out = new Output(256);
        for (Frame frame : frames) {
            encoder.encode(frame, out);
        }
        return say(out.copy());
    }

    /** The same with bytes, which come behind what waits. */
    boolean say(byte[] bytes) {
        ByteBuffer both = ByteBuffer.allocate(waiting.remaining() + bytes.length);
        waiting = both.put(waiting).put(bytes).flip();
        return push();
    }

    private boolean push() {
        try {
            if (waiting.hasRemaining() && !ended) {
                channel.write(waiting);
            }
        } catch (IOException e) {
            ended = true;
        }
        return !waiting.hasRemaining();
    }

    /** Reads what has come, and forgets it. */
    void hear() {
        try {
            int read = 1;
            for (int i = 0; read > 0 && i < 16; i++) {
                read = channel.read(heard.clear());
            }
            ended |= read < 0;
        } catch (IOException e) {
            ended = true;
        }
    }

    /** Whether the other side has hung up, as far as was heard. */
    boolean isEnded() {
        return ended;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
