// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.peers.wire;

import io.troupe.sp.peers.Addresses;
import io.troupe.sp.peers.Role;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

/**
 * A WebSocket made by hand above a {@link WirePeer}, so that a test can break every rule. For one thread. A dialer masks
 * its frames, a listener does not.
 */
public final class WireWebSocket implements AutoCloseable {
    /** A part of a message that a frame before began. */
    public static final int CONTINUATION = 0;
    /** A message of text. */
    public static final int TEXT = 1;
    /** A message of bytes, as SP uses it. */
    public static final int BINARY = 2;
    /** The end. */
    public static final int CLOSE = 8;
    /** To be answered. */
    public static final int PING = 9;
    /** The answer. */
    public static final int PONG = 10;

    // The nonce and mask may be constant: nobody is to be protected here.
    private static final String KEY = "AAECAwQFBgcICQoLDA0ODw==";
    private static final byte[] MASK = {0x11, 0x22, 0x33, 0x44};
    private static final String ACCEPT_SALT = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int LONG_LENGTH = 127;
    private static final int SHORT_LENGTH = 126;
    private static final int LARGEST_FRAME = 64 << 20;
    private static final int LONGEST_LINE = 8 << 10;
    private static final int SWITCHED = 101;

    private final WirePeer wire;
    private final boolean dialer;
    private final String firstLine;
    private final Map<String, String> headers;

    private WireWebSocket(WirePeer wire, boolean dialer) {
        this.wire = wire;
        this.dialer = dialer;
        this.firstLine = readLine(wire);
        this.headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        if (dialer && status() != SWITCHED) {
            // nanomsg 1 never sends the empty line after the headers of a refusal: who waits for it waits for ever.
            return;
        }
        for (String line = readLine(wire); !line.isEmpty(); line = readLine(wire)) {
            int colon = line.indexOf(':');
            headers.put(line.substring(0, colon), line.substring(colon + 1).trim());
        }
    }

    /**
     * A frame as it came.
     *
     * @param last whether the message ends with it
     * @param opcode {@link #BINARY} and so on
     * @param masked whether it was masked; the payload is not
     * @param payload in hex
     */
    public record Frame(boolean last, int opcode, boolean masked, String payload) {}

    /** Dials as a role, and expects that the other side agrees. */
    public static WireWebSocket dial(String uri, Role own) {
        String subprotocol = GoldenBytes.subprotocol(own.partner());
        WireWebSocket socket = dial(uri, subprotocol);
        if (socket.status() != SWITCHED || !subprotocol.equals(socket.header("Sec-WebSocket-Protocol"))) {
            throw new AssertionError("the upgrade must succeed: answer=" + socket.firstLine + ", " + socket.headers);
        }
        return socket;
    }

    /** Asks for an upgrade with a subprotocol, empty for none, and reads the answer, whatever it is: {@link #status}. */
    public static WireWebSocket dial(String uri, String subprotocol) {
        return dialWith(uri, subprotocol.isEmpty() ? Map.of() : Map.of("Sec-WebSocket-Protocol", subprotocol));
    }

    /** The same with headers that are added to the usual, or replace them, or remove them when empty. */
    public static WireWebSocket dialWith(String uri, Map<String, String> headers) {
        Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.put("Host", "127.0.0.1:" + Addresses.port(uri));
        all.put("Upgrade", "websocket");
        all.put("Connection", "Upgrade");
        all.put("Sec-WebSocket-Key", KEY);
        all.put("Sec-WebSocket-Version", "13");
        all.putAll(headers);
        all.values().removeIf(String::isEmpty);
        String path = URI.create(uri).getRawPath();
        WirePeer wire = WirePeer.dial(uri);
        writeHead(wire, "GET " + (path.isEmpty() ? "/" : path) + " HTTP/1.1", all);
        return new WireWebSocket(wire, true);
    }

    /** Reads the request of a dialer that a {@link WireListener} accepted; {@link #agree} or {@link #refuse} comes next. */
    public static WireWebSocket accept(WirePeer wire) {
        return new WireWebSocket(wire, false);
    }

    /** As a listener: answers with the upgrade and a subprotocol, empty for none. */
    public WireWebSocket agree(String subprotocol) {
        Map<String, String> answer = new TreeMap<>();
        answer.put("Upgrade", "websocket");
        answer.put("Connection", "Upgrade");
        answer.put("Sec-WebSocket-Accept", acceptKey(header("Sec-WebSocket-Key")));
        if (!subprotocol.isEmpty()) {
            answer.put("Sec-WebSocket-Protocol", subprotocol);
        }
        writeHead(wire, "HTTP/1.1 101 Switching Protocols", answer);
        return this;
    }

    /** As a listener: answers with what the dialer asked for. */
    public WireWebSocket agree() {
        return agree(header("Sec-WebSocket-Protocol"));
    }

    /** As a listener: answers with an error, and closes. */
    public void refuse(int status) {
        writeHead(wire, "HTTP/1.1 " + status + " Refused", Map.of("Content-Length", "0"));
        close();
    }

    /** As a dialer: the status of the answer; 101 is success. */
    public int status() {
        return Integer.parseInt(firstLine.split(" ", -1)[1]);
    }

    /** The path a dialer asked for. */
    public String path() {
        return firstLine.split(" ", -1)[1];
    }

    /** A header of the other side's request or agreement, empty when it has none; of a refusal, none is read. */
    public String header(String name) {
        return headers.getOrDefault(name, "");
    }

    /** Sends a whole message of bytes. */
    public WireWebSocket send(String payload) {
        return sendFrame(true, BINARY, Hex.bytes(payload));
    }

    /** Sends any frame, masked as the side demands. */
    public WireWebSocket sendFrame(boolean last, int opcode, byte[] payload) {
        wire.write(frame(last, opcode, dialer, payload));
        return this;
    }

    /** Reads any frame. */
    public Frame readFrame() {
        byte[] head = wire.read(2);
        boolean masked = (head[1] & 0x80) != 0;
        long length = head[1] & 0x7f;
        if (length >= SHORT_LENGTH) {
            byte[] digits = wire.read(length == LONG_LENGTH ? Long.BYTES : Short.BYTES);
            length = Long.parseUnsignedLong(Hex.of(digits).replace(" ", ""), 16);
        }
        if (length < 0 || length > LARGEST_FRAME) {
            throw new AssertionError("a frame must have a usual length: length=" + length);
        }
        byte[] mask = masked ? wire.read(MASK.length) : new byte[MASK.length];
        return new Frame(head[0] < 0, head[0] & 0x0f, masked, Hex.of(masked(wire.read((int) length), mask)));
    }

    /** Reads a frame, and expects that it is a whole message of these bytes, masked as the side demands. */
    public WireWebSocket expect(String payload) {
        Frame frame = readFrame();
        Frame expected = new Frame(true, BINARY, !dialer, Hex.of(Hex.bytes(payload)));
        if (!frame.equals(expected)) {
            throw new AssertionError("frames must be equal:\nexpected=" + expected + "\nactual=  " + frame);
        }
        return this;
    }

    /** The connection below, for bytes that are no frames, for the end and for pieces. */
    public WirePeer wire() {
        return wire;
    }

    @Override
    public void close() {
        wire.close();
    }

    /** The bytes of a frame, as nobody else needs to send them. */
    public static byte[] frame(boolean last, int opcode, boolean masked, byte[] payload) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write((last ? 0x80 : 0) | opcode);
        int flag = masked ? 0x80 : 0;
        if (payload.length < SHORT_LENGTH) {
            out.write(flag | payload.length);
        } else if (payload.length <= 0xffff) {
            out.write(flag | SHORT_LENGTH);
            out.writeBytes(Hex.bytes(Hex.number(payload.length, Short.BYTES)));
        } else {
            out.write(flag | LONG_LENGTH);
            out.writeBytes(Hex.bytes(Hex.number(payload.length, Long.BYTES)));
        }
        if (masked) {
            out.writeBytes(MASK);
        }
        out.writeBytes(masked ? masked(payload, MASK) : payload);
        return out.toByteArray();
    }

    private static byte[] masked(byte[] payload, byte[] mask) {
        byte[] result = new byte[payload.length];
        for (int at = 0; at < payload.length; at++) {
            result[at] = (byte) (payload[at] ^ mask[at % mask.length]);
        }
        return result;
    }

    private static void writeHead(WirePeer wire, String firstLine, Map<String, String> headers) {
        StringBuilder head = new StringBuilder(firstLine).append("\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        wire.write(head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
    }

    private static String readLine(WirePeer wire) {
        StringBuilder line = new StringBuilder();
        // Byte by byte, for frames may follow at once.
        for (char next = next(wire); next != '\n'; next = next(wire)) {
            line.append(next);
            if (line.length() > LONGEST_LINE) {
                throw new AssertionError("a line of HTTP must end: line=" + line);
            }
        }
        return line.toString().stripTrailing();
    }

    private static char next(WirePeer wire) {
        return (char) (wire.read(1)[0] & 0xff);
    }

    private static String acceptKey(String key) {
        try {
            byte[] salted = (key + ACCEPT_SALT).getBytes(StandardCharsets.US_ASCII);
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-1").digest(salted));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
