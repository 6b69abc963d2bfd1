// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.troupe.sp.Until;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import javax.net.SocketFactory;

/** A WebSocket client that sends whatever bytes it is told. */
final class RawClient implements AutoCloseable {
    static final int FIN = 0x80;
    static final int CONTINUATION = 0;
    static final int TEXT = 1;
    static final int BINARY = 2;
    static final int CLOSE = 8;
    static final int PING = 9;
    static final int PONG = 10;

    private static final int MASKED = 0x80;
    private static final byte[] MASK = {1, 2, 3, 4};

    private final Socket socket;
    private final DataInputStream in;

    RawClient(String uri) throws IOException {
        this(SocketFactory.getDefault(), URI.create(uri));
    }

    RawClient(SocketFactory sockets, URI uri) throws IOException {
        socket = sockets.createSocket(uri.getHost(), uri.getPort());
        socket.setSoTimeout((int) Until.LIMIT.toMillis());
        socket.setTcpNoDelay(true);
        in = new DataInputStream(socket.getInputStream());
    }

    /** With the handshake done. */
    static RawClient upgraded(String uri, String subprotocol) throws IOException {
        return upgraded(SocketFactory.getDefault(), uri, subprotocol);
    }

    /** With the handshake done, over a socket of this factory. */
    static RawClient upgraded(SocketFactory sockets, String uri, String subprotocol) throws IOException {
        RawClient client = new RawClient(sockets, URI.create(uri));
        String path = URI.create(uri).getPath();
        String response = client.request(upgrade(path, "Sec-WebSocket-Protocol: " + subprotocol + "\r\n"));
        if (!response.startsWith("HTTP/1.1 101 ")
                || !response.toLowerCase(java.util.Locale.ROOT).contains("sec-websocket-protocol: " + subprotocol)) {
            throw new AssertionError("no upgrade: " + response);
        }
        return client;
    }

    static String upgrade(String path, String more) {
        return "GET " + path
                + " HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n" + more + "\r\n";
    }

    /** Sends this and reads the head of the response. */
    String request(String text) throws IOException {
        send(text.getBytes(StandardCharsets.ISO_8859_1));
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            head.append((char) next);
        }
        return head.toString();
    }

    void send(byte... bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** One byte at a time. */
    void dribble(byte... bytes) throws IOException {
        for (byte each : bytes) {
            send(each);
        }
    }

    static byte[] frame(int first, byte... payload) {
        return frame(first, true, payload);
    }

    static byte[] frame(int first, boolean masked, byte... payload) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(first);
        int mask = masked ? MASKED : 0;
        if (payload.length < 126) {
            out.write(mask | payload.length);
        } else if (payload.length <= 0xffff) {
            out.write(mask | 126);
            out.write(payload.length >> 8);
            out.write(payload.length);
        } else {
            out.write(mask | 127);
            for (int shift = 56; shift >= 0; shift -= 8) {
                out.write((int) ((long) payload.length >> shift));
            }
        }
        if (masked) {
            out.writeBytes(MASK);
        }
        for (int i = 0; i < payload.length; i++) {
            out.write(masked ? payload[i] ^ MASK[i % 4] : payload[i]);
        }
        return out.toByteArray();
    }

    /** The next frame as {@code first byte, payload}; empty: the end. */
    byte[] receive() throws IOException {
        int first = in.read();
        if (first < 0) {
            return new byte[0];
        }
        int length = in.readUnsignedByte(); // not masked
        if (length == 126) {
            length = in.readUnsignedShort();
        } else if (length == 127) {
            length = (int) in.readLong();
        }
        byte[] frame = new byte[length + 1];
        frame[0] = (byte) first;
        in.readFully(frame, 1, length);
        return frame;
    }

    /** Whether the other side ends the connection, whatever it says before. */
    boolean isEnded() {
        try {
            while (in.read() >= 0) {
                // goes on
            }
            return true;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true; // reset
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
