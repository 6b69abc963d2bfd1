// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.framed;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.Transport;
import io.troupe.net.transport.TransportConfig;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An actor talks to the actor of another process over frames. */
class FramedActorsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** Asks the store of another process; answers come in the order of the questions. */
    public static class Client extends Actor<Client> {
        private final FramedTransport transport;
        private final Address address;
        private final ArrayDeque<CompletablePromise<String>> open = new ArrayDeque<>();
        private @Nullable FramedConnection connection;

        Client(FramedTransport transport, Address address) {
            this.transport = transport;
            this.address = address;
        }

        public Promise<Boolean> connect() {
            Client self = self();
            FrameHandler answers = new FrameHandler() {
                @Override
                public void onOpen(FramedConnection opened) {}

                @Override
                public void onFrame(ByteBuffer frame) {
                    self.answered(StandardCharsets.UTF_8.decode(frame).toString());
                }

                @Override
                public void onClose(@Nullable String cause) {
                    self.lost(String.valueOf(cause));
                }
            };
            return transport.connect(address, answers).map(opened -> {
                connection = opened;
                return true;
            });
        }

        public Promise<String> ask(String request) {
            CompletablePromise<String> answer = new CompletablePromise<>();
            FrameAcceptance sent = connection.send(request.getBytes(StandardCharsets.UTF_8));
            if (sent == FrameAcceptance.QUEUED) {
                open.add(answer);
            } else {
                answer.fail(new IllegalStateException("the store takes no request now: sent=" + sent));
            }
            return answer;
        }

        public void answered(String answer) {
            open.remove().complete(answer);
        }

        public void lost(String cause) {
            open.forEach(answer -> answer.fail(new IllegalStateException("the store is gone: cause=" + cause)));
            open.clear();
        }
    }

    @Test
    void shouldTalkToAnActorOfAnotherProcess() throws Exception {
        Process store = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        StoreServer.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (ActorSystem system = ActorSystem.start("client");
                Transport transport = Transport.ofSockets("client", TransportConfig.defaults());
                BufferedReader out =
                        new BufferedReader(new InputStreamReader(store.getInputStream(), StandardCharsets.UTF_8))) {
            Address address = Address.parse(out.readLine());
            FramedTransport framed = FramedTransport.over(transport, FramedConfig.defaults());
            Client client = system.spawn(Client.class, () -> new Client(framed, address));
            assertThat(client.connect().await(LIMIT)).isTrue();
            assertThat(client.ask("one=1").await(LIMIT)).isEqualTo("1");
            Promise<String> first = client.ask("one");
            Promise<String> second = client.ask("two");
            assertThat(first.await(LIMIT)).isEqualTo("1");
            assertThat(second.await(LIMIT)).isEqualTo("missing");
        } finally {
            store.destroyForcibly();
            store.waitFor();
        }
    }
}
