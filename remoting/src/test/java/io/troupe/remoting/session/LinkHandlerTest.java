// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.codec.Codecs;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.remoting.link.LinkLoss;
import io.troupe.remoting.value.TypeSerializers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LinkHandlerTest {
    private ActorSystem system;
    private LinkHandler handler;

    @BeforeEach
    void open() {
        system = ActorSystem.start("handler");
        TypeSerializers serializers = new TypeSerializers();
        LinkConfig config = new LinkConfig(
                system.host(),
                new Exposures(serializers),
                List.of(Codecs.of(Encoding.BINARY)),
                LinkLimits.defaults(),
                new StreamAcceptors(serializers),
                false);
        handler = new LinkHandler(config, false, new Nobody(), (cause, reason) -> {});
        handler.onOpen(new FullConnection());
    }

    @AfterEach
    void close() {
        system.close();
    }

    /** No session comes up here. */
    private static final class Nobody implements SessionListener {
        @Override
        public Map<String, String> properties() {
            return Map.of();
        }

        @Override
        public void onUp(Session session, Map<String, String> peer) {}

        @Override
        public void onDown(Session session, @Nullable String cause) {}

        @Override
        public void onDraining(Session session, LinkLoss loss, boolean byPeer) {}

        @Override
        public @Nullable StreamHandler onOpen(ItemStreams link, String name, long stream) {
            return null;
        }
    }

    @Test
    void shouldTakeThoseWhoGoWithoutAWordForProbes() {
        handler.onClose(null);
        assertThat(handler.wasProbe()).isTrue();
    }

    @Test
    void shouldTakeThoseWhoAreCutOffBeforeTheirFirstWordForProbes() {
        handler.onClose("connection reset by peer");
        assertThat(handler.wasProbe()).isTrue();
    }

    @Test
    void shouldNotTakeThoseWhoBeginToSpeakForProbes() {
        byte[] begun = "TROUPE/1".getBytes(StandardCharsets.US_ASCII);
        assertThat(handler.onBytes(begun, 0, begun.length)).isZero();
        handler.onClose(null);
        assertThat(handler.wasProbe()).isFalse();
    }
}
