// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.netty;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.kqueue.KQueue;
import io.netty.channel.unix.Unix;
import io.netty.util.internal.PlatformDependent;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * By which interface of the system sockets work in this process, and why. Immutable.
 *
 * @param io the interface
 * @param reason for people, one clause
 */
public record SocketChoice(SocketIo io, String reason) {
    /**
     * A native one where there is one and where loading it makes the JVM print no warning. Takes time when it is first asked: loads
     * libraries.
     */
    public static SocketChoice best() {
        return Holder.BEST;
    }

    /** Chooses when it is first asked, and once. */
    private static final class Holder {
        static final SocketChoice BEST = choose();

        private Holder() {}

        private static SocketChoice choose() {
            String epoll = orMissing("netty-transport-classes-epoll", Native::whyNoEpoll);
            if (epoll == null) {
                return new SocketChoice(SocketIo.EPOLL, "native epoll of Linux is there");
            }
            String kqueue = orMissing("netty-transport-classes-kqueue", Native::whyNoKqueue);
            if (kqueue == null) {
                return new SocketChoice(SocketIo.KQUEUE, "native kqueue of macOS is there");
            }
            boolean mac = System.getProperty("os.name", "").startsWith("Mac");
            return new SocketChoice(SocketIo.NIO, mac ? kqueue : epoll);
        }

        private static @Nullable String orMissing(String jar, Supplier<@Nullable String> why) {
            try {
                return why.get();
            } catch (NoClassDefFoundError e) {
                return "a jar is not on the class path: missing=" + jar;
            }
        }
    }

    /** Apart from the others, since it mentions classes that need not be there. */
    private static final class Native {
        private Native() {}

        static @Nullable String whyNoEpoll() {
            // the loader of libraries and the classes with native methods are three modules of Netty
            if (!NativeAccess.isAllowed(PlatformDependent.class, Unix.class, Epoll.class)) {
                return notAllowed(Epoll.class);
            }
            return Epoll.isAvailable() ? null : "no native epoll: " + cause(Epoll.unavailabilityCause());
        }

        static @Nullable String whyNoKqueue() {
            if (!NativeAccess.isAllowed(PlatformDependent.class, Unix.class, KQueue.class)) {
                return notAllowed(KQueue.class);
            }
            return KQueue.isAvailable() ? null : "no native kqueue: " + cause(KQueue.unavailabilityCause());
        }

        private static String notAllowed(Class<?> sockets) {
            return "this Java loads native code without a warning only with "
                    + NativeAccess.option(PlatformDependent.class, Unix.class, sockets);
        }

        private static String cause(@Nullable Throwable failure) {
            Throwable root = failure;
            while (root != null && root.getCause() != null) {
                root = root.getCause();
            }
            return root == null ? "unknown" : String.valueOf(root.getMessage());
        }
    }
}
