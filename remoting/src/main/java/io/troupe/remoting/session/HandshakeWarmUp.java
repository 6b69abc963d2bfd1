// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.dispatch.timer.Timeout;
import io.troupe.net.transport.Connection;
import io.troupe.remoting.codec.Codec;
import io.troupe.remoting.link.Authenticator;
import io.troupe.remoting.link.LinkLoss;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A greeting of this process with itself, in memory, once for each codec. The first greeting loads some hundred classes; on a busy
 * machine that took longer than the other side was willing to wait.
 */
final class HandshakeWarmUp {
    private static final Set<String> DONE = ConcurrentHashMap.newKeySet();
    /** More than a greeting and its ping take; it ends in any case. */
    private static final int STEPS = 1_000;

    private HandshakeWarmUp() {}

    /** Greets with each codec that has not been used yet. On the calling thread; before any clock runs. */
    static void of(LinkConfig config) {
        for (Codec codec : config.codecs()) {
            if (DONE.add(codec.name())) {
                greet(config.codecs(List.of(codec)));
            }
        }
    }

    /** Asks nobody of the application: there is no peer to be judged. */
    static void greet(LinkConfig given) {
        LinkConfig config = given.deciding(inPlaceOf(given.authenticator()), inPlaceOf(given.expected()));
        Queue<Runnable> steps = new ArrayDeque<>();
        End dialler = new End(steps, new LinkHandler(config, true, new Nobody(), (cause, reason) -> {}));
        End acceptor = new End(steps, new LinkHandler(config, false, new Nobody(), (cause, reason) -> {}));
        dialler.other = acceptor;
        acceptor.other = dialler;
        acceptor.end.onOpen(acceptor);
        dialler.end.onOpen(dialler);
        for (int i = 0; i < STEPS && !steps.isEmpty(); i++) {
            steps.remove().run();
        }
        dialler.end.onClose(null);
        acceptor.end.onClose(null);
    }

    private static @Nullable Authenticator inPlaceOf(@Nullable Authenticator ofApplication) {
        return ofApplication == null ? null : (token, peer) -> null;
    }

    /** Is told of the session and does nothing. */
    private static final class Nobody implements SessionListener {
        @Override
        public Map<String, String> properties() {
            return Map.of("name", "rehearsal");
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

    /** One end of a connection whose loop is the calling thread. Time does not pass. */
    private static final class End implements Connection {
        private final Queue<Runnable> steps;
        private final LinkHandler end;
        private @Nullable End other;
        private byte[] unread = {};

        End(Queue<Runnable> steps, LinkHandler end) {
            this.steps = steps;
            this.end = end;
        }

        @Override
        public String peer() {
            return "rehearsal";
        }

        @Override
        public boolean isSecure() {
            return false;
        }

        @Override
        public boolean inLoop() {
            return true;
        }

        @Override
        public void execute(Runnable task) {
            steps.add(task);
        }

        @Override
        public Executor loop() {
            return this::execute;
        }

        @Override
        public Timeout schedule(long nanos, Runnable task) {
            return Never.NEVER;
        }

        @Override
        public void write(byte[] bytes, int from, int to) {
            byte[] copy = Arrays.copyOfRange(bytes, from, to);
            steps.add(() -> deliver(copy));
        }

        private void deliver(byte[] bytes) {
            End receiver = other;
            if (receiver != null) {
                byte[] all = Arrays.copyOf(receiver.unread, receiver.unread.length + bytes.length);
                System.arraycopy(bytes, 0, all, receiver.unread.length, bytes.length);
                int used = receiver.end.onBytes(all, 0, all.length);
                receiver.unread = Arrays.copyOfRange(all, used, all.length);
            }
        }

        @Override
        public void flush() {}

        @Override
        public boolean isWritable() {
            return true;
        }

        @Override
        public long unsent() {
            return 0;
        }

        @Override
        public void reading(boolean on) {}

        @Override
        public void close() {}

        @Override
        public void abort() {}
    }

    private enum Never implements Timeout {
        NEVER;

        @Override
        public boolean cancel() {
            return false;
        }

        @Override
        public boolean isPending() {
            return false;
        }
    }
}
