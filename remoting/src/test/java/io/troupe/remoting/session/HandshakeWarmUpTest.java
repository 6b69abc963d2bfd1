// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.remoting.Remoting;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
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
}
