// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.HexFormat;

/** A client of frames, over a socket. */
final class SocketPeer implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final HexFormat HEX = HexFormat.of();

    final DataOutputStream out;
    private final DataInputStream in;
    private final Socket socket;

    SocketPeer(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout((int) LIMIT.toMillis());
        in = new DataInputStream(socket.getInputStream());
        out = new DataOutputStream(socket.getOutputStream());
    }

    void send(byte[] frame) throws IOException {
        out.writeInt(frame.length);
        out.write(frame);
        out.flush();
    }

    void send(String hex) throws IOException {
        send(HEX.parseHex(hex));
    }

    byte[] receive() throws IOException {
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
