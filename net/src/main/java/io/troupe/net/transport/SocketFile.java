// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The file of a Unix domain socket: outlives its process, so that a dead one is in the way of the next. Blocks. */
final class SocketFile {
    private static final Logger LOG = LoggerFactory.getLogger(SocketFile.class);
    /** Of the field st_mode: kind of file, and socket. */
    private static final int KIND = 0170000;

    private static final int SOCKET = 0140000;

    private SocketFile() {}

    /**
     * Deletes the socket if nobody listens on it. With the lock of the path, see {@link io.troupe.net.netty.SocketFileLock}.
     *
     * @throws IOException if somebody does, or if it is something else
     */
    static void makeFree(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!isSocket(path)) {
            throw new IOException("there is a file that is not a socket");
        }
        if (answers(path)) {
            throw new IOException("address already in use");
        }
        LOG.debug("a socket file without a listener is deleted: path={}", path);
        Files.deleteIfExists(path);
    }

    private static boolean answers(Path path) throws IOException {
        try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return probe.connect(UnixDomainSocketAddress.of(path));
        } catch (SocketException e) {
            if (e instanceof ConnectException || !Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                return false; // refused, or its listener has closed meanwhile
            }
            throw e; // any other failure, say of permissions, proves nothing
        }
    }

    /** Lets only the owner connect, where files have permissions. */
    static void restrict(Path path) {
        try {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
        } catch (IOException | UnsupportedOperationException e) {
            LOG.warn("the permissions of a socket file cannot be set: path={}, cause={}", path, e.toString());
        }
    }

    static void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            LOG.warn("a socket file cannot be deleted: path={}, cause={}", path, e.toString());
        }
    }

    private static boolean isSocket(Path path) throws IOException {
        try {
            int mode = (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
            return (mode & KIND) == SOCKET;
        } catch (NoSuchFileException e) {
            return true; // gone in the meantime
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            return !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(path);
        }
    }
}
