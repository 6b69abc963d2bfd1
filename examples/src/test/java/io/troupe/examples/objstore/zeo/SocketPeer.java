// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import org.msgpack.core.MessagePack;
import org.msgpack.value.ArrayValue;
import org.msgpack.value.Value;

/** A client of frames, over a socket. */
public final class SocketPeer implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final HexFormat HEX = HexFormat.of();

    /** The transaction that is begun here. */
    static final int TRANSACTION = 5;

    final DataOutputStream out;
    private final DataInputStream in;
    private final Socket socket;

    /** Connects on this machine. */
    public SocketPeer(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout((int) LIMIT.toMillis());
        in = new DataInputStream(socket.getInputStream());
        out = new DataOutputStream(socket.getOutputStream());
    }

    /** A client that has registered for writing. */
    public static SocketPeer writing(int port) throws IOException {
        SocketPeer peer = new SocketPeer(port);
        peer.send("M5".getBytes(StandardCharsets.US_ASCII));
        peer.receive();
        peer.call(1, "register", "1", false);
        peer.reply(1);
        return peer;
    }

    /** Asks for something; with the id 0 without waiting for an answer. */
    public void call(int id, String operation, Object... arguments) throws IOException {
        send(ScriptedClient.frame(id, id == 0, operation, arguments));
    }

    void begin() throws IOException {
        call(0, "tpc_begin", TRANSACTION, "", "", Map.of());
    }

    /** A new object. */
    void store(long oid, byte[] data) throws IOException {
        store(oid, 0, data);
    }

    void store(long oid, long serial, byte[] data) throws IOException {
        call(0, "storea", ZeoCodec.id(oid), ZeoCodec.id(serial), data, TRANSACTION);
    }

    /** Passes over what is not the reply to a request. Returns its flag, 0 or 2 for an error, and its content. */
    public Reply reply(int id) throws IOException {
        while (true) {
            ArrayValue message =
                    MessagePack.newDefaultUnpacker(receive()).unpackValue().asArrayValue();
            if (message.get(0).asIntegerValue().toInt() == id) {
                return new Reply(message.get(1).asIntegerValue().toInt(), message.get(3));
            }
        }
    }

    /** The next message, as if it was a reply. */
    Reply next() throws IOException {
        ArrayValue message =
                MessagePack.newDefaultUnpacker(receive()).unpackValue().asArrayValue();
        return new Reply(message.get(1).asIntegerValue().toInt(), message.get(3));
    }

    /** What a request was answered with. */
    public record Reply(int flag, Value content) {
        /** The sentence of an error. */
        String sentence() {
            return flag == 0 ? "no error: " + content : content.toString();
        }
    }

    /** Sends a frame. */
    public void send(byte[] frame) throws IOException {
        out.writeInt(frame.length);
        out.write(frame);
        out.flush();
    }

    void send(String hex) throws IOException {
        send(HEX.parseHex(hex));
    }

    /** The next frame. */
    public byte[] receive() throws IOException {
        return in.readNBytes(in.readInt());
    }

    String receiveHex() throws IOException {
        return HEX.formatHex(receive());
    }

    /** Whether the connection ends, without another byte. */
    boolean isEnded() {
        try {
            return in.read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) { // reset
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
