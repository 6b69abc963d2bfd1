// SPDX-License-Identifier: Apache-2.0
package io.troupe.remotetransport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Links that are driven by hand do nothing behind the back of whoever drives them. */
@Timeout(60)
class SteppedLinksTest {
    @Test
    void shouldLinkCallLoseTheLinkDialAgainAndCloseInOneOrder() {
        List<String> log = new SteppedLinks(1L).call();

        assertThat(String.join("\n", log))
                .containsSubsequence(
                        "[word 0, word 1, word 2, word 3, word 4]",
                        "after PT5S",
                        "[small]",
                        "down",
                        "lost: ",
                        " in vain",
                        "up",
                        "here UP",
                        "[word 0, word 1, word 2, word 3, word 4]",
                        "there is closed, owed=true",
                        "here is closed");
    }

    @Test
    void shouldDoTheSameTwiceAndSomethingElseWithAnotherSeed() {
        List<String> log = new SteppedLinks(1L).call();
        assertThat(new SteppedLinks(1L).call()).isEqualTo(log);
        assertThat(new SteppedLinks(2L).call()).isNotEqualTo(log);
    }

    @Test
    void shouldWaitForNothingThoughItsTimeIsLong() throws Exception {
        new SteppedLinks(1L).call(); // classes have been loaded
        long before = waits();
        List<String> log = new SteppedLinks(1L, Duration.ofHours(2)).call();

        assertThat(waits()).as("times that this thread has waited").isEqualTo(before);
        assertThat(log.get(log.size() - 1)).contains("timers=0");
    }

    @Test
    void shouldStartNoThreadAndLoadNothingOfNetty() throws Exception {
        try (Recording loader = new Recording()) {
            Callable<?> links = (Callable<?>) loader.loadClass("io.troupe.remotetransport.SteppedLinks")
                    .getConstructor(Long.class)
                    .newInstance(1L);
            long before = startedThreads();
            Set<Thread> alive = Thread.getAllStackTraces().keySet();
            links.call();

            assertThat(Thread.getAllStackTraces().keySet()).isSubsetOf(alive);
            assertThat(startedThreads()).isEqualTo(before);
            assertThat(loader.loaded).contains("io.troupe.remoting.session.Session");
            assertThat(loader.loaded)
                    .noneMatch(name -> name.startsWith("io.netty.") || name.startsWith("io.troupe.net.netty."));
        }
    }

    private static long startedThreads() throws ReflectiveOperationException {
        return (long) Class.forName("java.lang.management.ThreadMXBean")
                .getMethod("getTotalStartedThreadCount")
                .invoke(bean());
    }

    private static long waits() throws ReflectiveOperationException {
        Object info = Class.forName("java.lang.management.ThreadMXBean")
                .getMethod("getThreadInfo", long.class)
                .invoke(bean(), Thread.currentThread().getId());
        return (long) info.getClass().getMethod("getWaitedCount").invoke(info);
    }

    /** The management of the JVM, which the module of these tests does not read. */
    private static Object bean() throws ReflectiveOperationException {
        return Class.forName("java.lang.management.ManagementFactory")
                .getMethod("getThreadMXBean")
                .invoke(null);
    }

    /** Loads all but the JDK anew, and remembers what. */
    private static final class Recording extends URLClassLoader {
        private final Set<String> loaded = ConcurrentHashMap.newKeySet();

        Recording() {
            super(classPath(), ClassLoader.getPlatformClassLoader());
        }

        private static URL[] classPath() {
            String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
            return Arrays.stream(path.split(File.pathSeparator))
                    .map(Recording::url)
                    .toArray(URL[]::new);
        }

        private static URL url(String entry) {
            try {
                return Path.of(entry).toUri().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalArgumentException(e);
            }
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            Class<?> found = super.findClass(name);
            loaded.add(name);
            return found;
        }
    }
}
