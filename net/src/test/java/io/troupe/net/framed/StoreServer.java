// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.framed;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.Transport;
import io.troupe.net.transport.TransportConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A process with an actor that keeps objects, reached by frames: {@code key} asks, {@code key=value} stores. */
final class StoreServer {
    private StoreServer() {}

    /** Keeps the objects; answers each request on the connection that it came from, and only then lets the next one in. */
    public static class Store extends Actor<Store> {
        private final Map<String, String> objects = new HashMap<>();

        public void handle(String request, FramedConnection from) {
            String[] parts = request.split("=", 2);
            if (parts.length == 2) {
                objects.put(parts[0], parts[1]);
            }
            String answer = objects.getOrDefault(parts[0], "missing");
            from.send(answer.getBytes(StandardCharsets.UTF_8));
            from.reading(true);
        }
    }

    /** One request at a time: none is read while the actor has one. */
    private static final class Requests implements FrameHandler {
        private final Store store;
        private @Nullable FramedConnection connection;

        Requests(Store store) {
            this.store = store;
        }

        @Override
        public void onOpen(FramedConnection opened) {
            connection = opened;
        }

        @Override
        public void onFrame(ByteBuffer frame) {
            connection.reading(false);
            store.handle(StandardCharsets.UTF_8.decode(frame).toString(), connection);
        }

        @Override
        public void onClose(@Nullable String cause) {}
    }

    /** Prints its address, and ends when its input does. */
    public static void main(String[] arguments) throws IOException {
        try (ActorSystem system = ActorSystem.start("store");
                Transport transport = Transport.ofSockets("store", TransportConfig.defaults())) {
            Store store = system.spawn(Store.class, Store::new);
            System.out.println(FramedTransport.over(transport, FramedConfig.defaults())
                    .listen(Address.parse("tcp://127.0.0.1:0"), () -> new Requests(store))
                    .await(Duration.ofSeconds(20))
                    .address());
            while (System.in.read() >= 0) {
                // until whoever began it is gone
            }
        }
    }
}
