// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import io.troupe.net.netty.SocketFileLock;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.SpAddress;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * {@code ipc://path}: a Unix domain socket. A socket file that nobody listens at any more is removed before listening, other
 * files never; ours is removed when we stop.
 */
final class IpcEndpoint implements NioEndpoint {
    /** A valid header whose type is nobody's. */
    private static final byte[] NOBODY = {0, 'S', 'P', 0, 0, 0, 0, 0};

    private static final long EXCUSE_MILLIS = 1_000;

    private final SpAddress address;
    private final Path path;
    private final @Nullable Set<PosixFilePermission> permissions;
    private volatile @Nullable Object fileKey;

    private IpcEndpoint(SpAddress address, Path path, @Nullable Set<PosixFilePermission> permissions) {
        this.address = address;
        this.path = path;
        this.permissions = permissions;
    }

    /**
     * Reads an address.
     *
     * @throws SpException ADDRESS_INVALID
     */
    static IpcEndpoint of(SpAddress address, SocketOptions options) {
        if (address.rest().startsWith("@")) {
            throw new SpException(
                    SpError.ADDRESS_INVALID,
                    "an ipc address needs a path: an abstract socket is abstract://name, a file of this name ipc://./@name:"
                            + " address=" + address);
        }
        try {
            return new IpcEndpoint(address, Path.of(address.rest()), options.ipcPermissions());
        } catch (InvalidPathException e) {
            throw new SpException(
                    SpError.ADDRESS_INVALID, "an ipc address has the form ipc://path: address=" + address, e);
        }
    }

    @Override
    public SpAddress address() {
        return address;
    }

    @Override
    public FrameFormat format() {
        return FrameFormat.IPC;
    }

    @Override
    public ServerSocketChannel bind() throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new SpException(
                    SpError.ADDRESS_INVALID, "the folder must exist: folder=" + folder + ", address=" + address);
        }
        return SocketFileLock.hold(path, this::bindFree);
    }

    private ServerSocketChannel bindFree() throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            removeStale();
        }
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.configureBlocking(false);
            if (permissions == null) {
                channel.bind(UnixDomainSocketAddress.of(path), BACKLOG);
            } else {
                bindPermitted(channel, permissions);
            }
            fileKey = attributes().fileKey();
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Makes the file where nobody else gets at it, and moves it to its place when its permissions are right. */
    private void bindPermitted(ServerSocketChannel channel, Set<PosixFilePermission> wanted) throws IOException {
        Path folder = Files.createTempDirectory(path.toAbsolutePath().getParent(), ".sp"); // ours alone
        Path made = folder.resolve("s");
        try {
            channel.bind(UnixDomainSocketAddress.of(made), BACKLOG);
            Files.setPosixFilePermissions(made, wanted);
            Files.createLink(path, made); // unlike a move it takes no file's place
        } catch (FileAlreadyExistsException e) {
            throw new SpException(SpError.ADDRESS_IN_USE, "somebody listens there: address=" + address, e);
        } catch (UnsupportedOperationException e) {
            throw new SpException(
                    SpError.ADDRESS_INVALID,
                    "this file system knows no permissions, leave ipcPermissions out: address=" + address,
                    e);
        } finally {
            Files.deleteIfExists(made);
            Files.deleteIfExists(folder);
        }
    }

    /** A listener that closes may remove its file at the same time. */
    private void removeStale() throws IOException {
        try {
            if (!attributes().isOther()) {
                throw new SpException(
                        SpError.ADDRESS_IN_USE, "something that is no socket is in the way: address=" + address);
            }
        } catch (NoSuchFileException e) {
            return;
        }
        if (answers()) {
            throw new SpException(SpError.ADDRESS_IN_USE, "somebody listens there: address=" + address);
        }
        Files.deleteIfExists(path);
    }

    private boolean answers() throws IOException {
        try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            probe.configureBlocking(false);
            if (probe.connect(UnixDomainSocketAddress.of(path))) {
                excuse(probe);
            }
            return true; // or it has no time, which means that somebody is there too
        } catch (SocketException e) {
            if (NioChannels.failure("probing failed", address, e).reason() == SpError.REFUSED
                    || !Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                return false;
            }
            throw e;
        }
    }

    /**
     * Who hangs up amid the handshake leaves nng's listener deaf. So the probe plays its part, as one of no protocol, and waits
     * to be turned away.
     */
    private static void excuse(SocketChannel probe) {
        try (Selector selector = Selector.open()) {
            probe.register(selector, SelectionKey.OP_READ);
            probe.write(ByteBuffer.wrap(NOBODY));
            ByteBuffer theirs = ByteBuffer.allocate(NOBODY.length);
            long start = System.nanoTime();
            while (probe.read(theirs.clear()) >= 0) {
                long leftMillis = EXCUSE_MILLIS - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
                if (leftMillis <= 0 || selector.select(leftMillis) == 0) {
                    return;
                }
                selector.selectedKeys().clear();
            }
        } catch (IOException e) {
            // it has hung up
        }
    }

    private BasicFileAttributes attributes() throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public SpAddress bound(@Nullable SocketAddress local) {
        return address;
    }

    @Override
    public void leave() {
        Object ours = fileKey;
        fileKey = null;
        try {
            if (ours != null
                    && Files.exists(path, LinkOption.NOFOLLOW_LINKS)
                    && Objects.equals(attributes().fileKey(), ours)) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            NioChannels.LOG.warn("a socket file could not be removed: path={}", path, e);
        }
    }

    @Override
    public SocketAddress known() {
        return UnixDomainSocketAddress.of(path);
    }

    @Override
    public List<SocketAddress> resolve() {
        return List.of(known());
    }

    @Override
    public SpException connectFailure(Exception cause) {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return new SpException(SpError.REFUSED, "nobody listens there: address=" + address, cause);
        }
        return NioChannels.failure("connecting failed", address, cause);
    }
}
