// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.jgroups;

import io.troupe.bench.remoting.stack.Client;
import io.troupe.bench.remoting.stack.Echo;
import io.troupe.bench.remoting.stack.Pending;
import io.troupe.bench.remoting.stack.Server;
import io.troupe.bench.remoting.stack.Stack;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;

/**
 * JGroups over TCP, a group of two that send each other unicast messages. Only what a group needs is in the protocol stack:
 * no failure detection, no merging, no diagnostics, nothing that multicasts.
 */
public final class JGroupsStack implements Stack {
    private static final String GROUP = "bench";
    private static final int HEADER = 1 + Integer.BYTES;
    private static final byte TELL = 0;
    private static final byte CALL = 1;
    private static final String SETTINGS = "/jgroups-remoting.xml";
    /** Properties that the settings refer to. */
    private static final String PORT = "bench.jgroups.port";

    private static final String SERVER_PORT = "bench.jgroups.server";

    /** Makes the stack. */
    public JGroupsStack() {}

    @Override
    public String name() {
        return "jgroups";
    }

    @Override
    public Server serve(Echo echo) throws Exception {
        int port = freePort();
        JChannel channel = channel(port, port);
        channel.setReceiver((Incoming) message -> {
            ByteBuffer buffer = buffer(message);
            if (buffer.get() == TELL) {
                buffer.getInt();
                echo.tell(rest(buffer));
            } else {
                int id = buffer.getInt();
                send(channel, message.getSrc(), frame(CALL, id, echo.ask(rest(buffer))));
            }
        });
        channel.connect(GROUP);
        return () -> port;
    }

    @Override
    public Client connect(int port) throws Exception {
        JChannel channel = channel(freePort(), port);
        Pending pending = new Pending();
        channel.setReceiver((Incoming) message -> {
            ByteBuffer buffer = buffer(message);
            buffer.get();
            int id = buffer.getInt();
            pending.complete(id, rest(buffer));
        });
        channel.connect(GROUP);
        Address server = channel.view().getCoord();
        if (channel.view().size() != 2 || server.equals(channel.getAddress())) {
            throw new IllegalStateException("client must find the server: view=" + channel.view());
        }
        return new ChannelClient(channel, server, pending);
    }

    private static JChannel channel(int port, int serverPort) throws Exception {
        System.setProperty(PORT, Integer.toString(port));
        System.setProperty(SERVER_PORT, Integer.toString(serverPort));
        try (InputStream settings = Objects.requireNonNull(JGroupsStack.class.getResourceAsStream(SETTINGS))) {
            return new JChannel(settings);
        }
    }

    /** JGroups has to know its port before it listens. Somebody else may take the port meanwhile, which ends the process. */
    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static ByteBuffer buffer(Message message) {
        return ByteBuffer.wrap(message.getArray(), message.getOffset(), message.getLength());
    }

    private static byte[] rest(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    private static byte[] frame(byte kind, int id, byte[] payload) {
        return ByteBuffer.allocate(HEADER + payload.length)
                .put(kind)
                .putInt(id)
                .put(payload)
                .array();
    }

    private static void send(JChannel channel, Address to, byte[] frame) {
        try {
            channel.send(new BytesMessage(to, frame));
        } catch (Exception e) { // declared as such
            throw new IllegalStateException("message must be sent: to=" + to, e);
        }
    }

    /** Gets every message alone. */
    @FunctionalInterface
    private interface Incoming extends Receiver {
        @Override
        void receive(Message message);
    }

    private record ChannelClient(JChannel channel, Address server, Pending pending) implements Client {
        @Override
        public void tell(byte[] payload, int times) {
            for (int i = 0; i < times; i++) {
                send(channel, server, frame(TELL, 0, payload));
            }
        }

        @Override
        public void ask(byte[] payload, Consumer<byte[]> reply) {
            send(channel, server, frame(CALL, pending.add(reply), payload));
        }
    }
}
