// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.netty;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The right to bind a Unix socket at a path. A listener asks with the lock whether somebody listens there, removes the file if not,
 * and binds. Without it two processes that start together both find the old file, or find the new one before anybody listens there,
 * and the slower one removes the socket of the quicker one, which nobody can reach from then on. Blocks; any thread.
 *
 * <p>An empty file beside the socket, with {@code .lock} behind its name, is locked and then deleted. A process that dies loses the
 * lock, and the file that it leaves hinders nobody.
 */
public final class SocketFileLock {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    /** Not through a link, since the file is written to. */
    private static final Set<OpenOption> HOW =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    /**
     * Lock files that threads of this process have open. The system locks for processes, and a process loses its lock when it
     * closes any channel of the file.
     */
    private static final Set<Path> OPEN = new HashSet<>();

    private SocketFileLock() {}

    /**
     * What needs the lock.
     *
     * @param <T> its result
     */
    @FunctionalInterface
    public interface Action<T> {
        /**
         * Runs with the lock; takes no longer than a connection does.
         *
         * @throws IOException is passed on
         */
        T run() throws IOException;
    }

    /**
     * Waits for the lock, up to five seconds, and runs an action with it.
     *
     * @param socket path of the socket
     * @param action what needs the lock
     * @return the action's result
     * @throws IOException if there is no such folder, the lock file cannot be opened, or others do not let go of it; or the
     *     action's
     */
    public static <T> T hold(Path socket, Action<T> action) throws IOException {
        Path whole = socket.toAbsolutePath();
        Path folder = whole.getParent();
        if (folder == null) {
            throw new IOException("a socket must be in a folder: path=" + socket);
        }
        if (!Files.isDirectory(folder)) {
            throw new IOException("the folder of a socket must exist: folder=" + folder);
        }
        Path file = folder.toRealPath().resolve(whole.getFileName() + ".lock");
        boolean interrupted = Thread.interrupted(); // which would close the channel
        try {
            enter(file);
            try (FileChannel channel = locked(file)) {
                try {
                    return action.run();
                } finally {
                    Files.deleteIfExists(file);
                    channel.write(ByteBuffer.allocate(1)); // see below
                }
            } finally {
                leave(file);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void enter(Path file) throws IOException {
        long end = System.nanoTime() + LIMIT_NANOS;
        while (!add(file)) {
            pause(file, end);
        }
    }

    private static boolean add(Path file) {
        synchronized (OPEN) {
            return OPEN.add(file);
        }
    }

    private static void leave(Path file) {
        synchronized (OPEN) {
            OPEN.remove(file);
        }
    }

    private static FileChannel locked(Path file) throws IOException {
        long end = System.nanoTime() + LIMIT_NANOS;
        while (true) {
            FileChannel channel = opened(file);
            boolean mine = false;
            try {
                mine = channel.tryLock() != null
                        && channel.size() == 0; // with a byte: it was deleted since it was opened
            } finally {
                if (!mine) {
                    channel.close();
                }
            }
            if (mine) {
                return channel;
            }
            pause(file, end);
        }
    }

    /** The system's own exception says nothing but the path. */
    private static FileChannel opened(Path file) throws IOException {
        try {
            return FileChannel.open(file, HOW);
        } catch (AccessDeniedException e) {
            IOException denied = new IOException("permission denied: file=" + file);
            denied.addSuppressed(e);
            throw denied;
        }
    }

    private static void pause(Path file, long end) throws IOException {
        if (System.nanoTime() - end > 0) {
            throw new IOException("others do not let go of the lock file: file=" + file);
        }
        LockSupport.parkNanos(STEP_NANOS);
    }
}
