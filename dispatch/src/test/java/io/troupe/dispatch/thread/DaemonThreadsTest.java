// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DaemonThreadsTest {
    private final ClassLoader before = Thread.currentThread().getContextClassLoader();
    private final ClassLoader application = new URLClassLoader(new URL[0], before);

    @AfterEach
    void reset() {
        Thread.currentThread().setContextClassLoader(before);
    }

    @Test
    void shouldMakeNamedDaemons() {
        Thread thread = new DaemonThreads("t-").newThread(() -> {});

        assertThat(thread.isDaemon()).isTrue();
        assertThat(thread.getName()).isEqualTo("t-0");
    }

    @Test
    void shouldNotInheritTheContextClassLoaderWhenItIsGivenOne() {
        Thread.currentThread().setContextClassLoader(application);
        Thread thread = new DaemonThreads("t-", before).newThread(() -> {});

        assertThat(thread.getContextClassLoader()).isSameAs(before);
    }
}
