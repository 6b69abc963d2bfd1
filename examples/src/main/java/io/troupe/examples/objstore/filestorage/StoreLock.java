// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.filestorage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a second writer away from a storage, in any language: {@code Data.fs.lock} with the process id of the holder, as
 * {@code zc.lockfile} has it.
 *
 * <p>Python locks with {@code flock}, which Java cannot. The program {@code flock} holds that lock and waits for the end of its
 * input, which comes when this process ends in whatever way. Signals do not end it. Java's own lock is of another kind and is
 * taken, too.
 */
final class StoreLock implements AutoCloseable {
    private static final byte[] ECHO = {'\n'};
    /** Ctrl-C tells all processes of the terminal. The file is still open then, so the lock stays. */
    private static final String HOLDING = "trap '' HUP INT QUIT TERM; exec cat";

    private static final long PATIENCE_SECONDS = 5;

    private final FileChannel channel;
    private final FileLock own;
    private final Process holder;
    /** Under the name that a symbolic link leads to. */
    private @Nullable StoreLock real;

    private StoreLock(FileChannel channel, FileLock own, Process holder) {
        this.channel = channel;
        this.own = own;
        this.holder = holder;
    }

    /**
     * Takes the lock, or fails at once.
     *
     * @param storage the file to write to
     */
    static StoreLock take(Path storage) throws IOException {
        Path path = pathFor(storage);
        FileChannel channel = open(storage, path);
        Process holder = null;
        try {
            FileLock own = tryLock(channel);
            holder = own == null ? null : hold(path);
            if (own == null || holder == null) {
                throw new IOException(
                        "a storage must have one writer only: file=" + storage + ", holder=" + holder(path));
            }
            sign(channel, storage);
            return new StoreLock(channel, own, holder);
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            if (holder != null) {
                holder.destroyForcibly();
            }
            throw e;
        }
    }

    private static Path pathFor(Path storage) {
        return storage.resolveSibling(storage.getFileName() + ".lock");
    }

    /**
     * Takes the lock under the other name, too, if the storage is a symbolic link: writers may open either.
     *
     * @param storage as in {@link #take}; its file is there
     */
    void follow(Path storage) throws IOException {
        if (!Files.isSymbolicLink(storage)) {
            return;
        }
        Path file = storage.toRealPath();
        Path path = pathFor(file);
        if (!Files.exists(path) || !Files.isSameFile(path, pathFor(storage))) { // the lock may be a link itself
            real = take(file);
        }
    }

    private static FileChannel open(Path storage, Path path) throws IOException {
        try {
            return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
        } catch (FileSystemException e) {
            throw new IOException(
                    "a storage must be in a folder that can be written to: file=" + storage + ", cause="
                            + FileStorageWriter.reason(e),
                    e);
        }
    }

    private static void sign(FileChannel channel, Path storage) throws IOException {
        byte[] name = (" " + ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII);
        try {
            channel.truncate(0);
            FileStorageWriter.write(channel, ByteBuffer.wrap(name), 0);
        } catch (IOException e) {
            throw FileStorageWriter.notWritable(storage, e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) { // held by this process
            return null;
        }
    }

    /** The process that holds the lock; null if another one has it. */
    private static @Nullable Process hold(Path path) throws IOException {
        Process process;
        try {
            process = new ProcessBuilder("flock", "--nonblock", "--no-fork", path.toString(), "sh", "-c", HOLDING)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new IOException(
                    "the program flock is needed to lock out writers in other languages: file=" + path, e);
        }
        try {
            process.getOutputStream().write(ECHO);
            process.getOutputStream().flush();
        } catch (IOException e) { // it has ended without the lock
            process.destroyForcibly();
            return null;
        }
        // cat answers once it runs, which it does with the lock only
        if (process.getInputStream().read() < 0) {
            return null;
        }
        return process;
    }

    private static String holder(Path path) throws IOException {
        String text = Files.readString(path, StandardCharsets.ISO_8859_1).strip();
        return text.matches("[0-9]+") ? "process " + text : "unknown";
    }

    /** Lets the next writer in. */
    @Override
    public void close() throws IOException {
        StoreLock other = real;
        try {
            if (other != null) {
                other.close();
            }
        } finally {
            release();
        }
    }

    private void release() throws IOException {
        try {
            channel.truncate(0);
            own.release();
            channel.close();
        } finally {
            endHolder();
        }
    }

    /** Takes some seconds at most, also if the holder stands still. The file is closed already. */
    private void endHolder() throws IOException {
        boolean ended = false;
        try {
            holder.getOutputStream().close();
            ended = holder.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (!ended) {
                holder.destroyForcibly();
            }
        }
    }
}
