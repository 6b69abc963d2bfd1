// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.codec.Codecs;
import io.troupe.remoting.link.DialConfig;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.remoting.value.TypeSerializers;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class HandshakeWarmUpTest {
    /** Loads everything anew, and knows what was loaded. */
    private static final class Fresh extends URLClassLoader {
        Fresh() {
            super(
                    Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                            .map(HandshakeWarmUpTest::url)
                            .toArray(URL[]::new),
                    ClassLoader.getPlatformClassLoader());
        }

        boolean hasLoaded(String name) {
            return findLoadedClass("io.troupe.remoting." + name) != null;
        }
    }

    private static URL url(String path) {
        try {
            return Path.of(path).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** What the clock of a greeting would otherwise run for. */
    @Test
    void shouldLoadTheClassesOfAGreetingBeforeTheFirstLink() throws Exception {
        try (Fresh fresh = new Fresh()) {
            Class<?> systems = fresh.loadClass(ActorSystem.class.getName());
            AutoCloseable system =
                    (AutoCloseable) systems.getMethod("start", String.class).invoke(null, "fresh");
            try (system) {
                fresh.loadClass(Remoting.class.getName())
                        .getMethod("on", systems)
                        .invoke(null, system);
                assertThat(fresh.hasLoaded("session.Session")).isTrue();
                assertThat(fresh.hasLoaded("session.LinkWriter")).isTrue();
                assertThat(fresh.hasLoaded("codec.Frame$Hello")).isTrue();
                assertThat(fresh.hasLoaded("codec.Frame$Pong")).isTrue();
                assertThat(fresh.hasLoaded("codec.BinaryDecoder")).isTrue();
                assertThat(fresh.hasLoaded("codec.FrameParser")).isTrue();
            }
        }
    }

    /** It would see a peer that does not exist, without a certificate, and might say so in its log. */
    @Test
    void shouldNotAskTheApplicationWhoGreets() {
        List<String> asked = new CopyOnWriteArrayList<>();
        TypeSerializers serializers = new TypeSerializers();
        try (ActorSystem system = ActorSystem.start("rehearsing")) {
            LinkConfig config = new LinkConfig(
                    system.host(),
                    new Exposures(serializers),
                    List.of(Codecs.of(Encoding.BINARY)),
                    LinkLimits.defaults(),
                    new StreamAcceptors(serializers),
                    false,
                    DialConfig.defaults(),
                    "",
                    (token, peer) -> {
                        asked.add(peer.name());
                        return null;
                    });
            HandshakeWarmUp.greet(config.expecting((token, peer) -> {
                asked.add("expected " + peer.name());
                return null;
            }));
        }
        assertThat(asked).isEmpty();
    }
}
