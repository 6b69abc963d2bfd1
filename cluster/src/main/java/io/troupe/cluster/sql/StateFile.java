// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.function.Predicate;

/** A file of SQLite as a source of connections. */
public final class StateFile {
    /** File systems on which the locks of SQLite, or its shared memory, do not work. */
    private static final Set<String> NETWORK = Set.of(
            "nfs", "nfs3", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "afs", "ceph", "9p", "glusterfs", "lustre");

    /** Flag of SQLite without its companion that creates. */
    private static final String READ_WRITE = "2";

    private StateFile() {}

    /**
     * Connections that make the file if it is not there.
     *
     * @throws IllegalArgumentException if it is a folder or not writable, or its folder does not exist, is not writable, or is on a
     *     network file system
     */
    public static ConnectionSource source(Path file) {
        return source(file, new Properties());
    }

    /**
     * Connections to a file that is there: they never make one.
     *
     * @throws IllegalArgumentException if it does not exist, is not writable, or is on a network file system
     */
    static ConnectionSource existing(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("a file of states must exist: file=" + file.toAbsolutePath());
        }
        Properties settings = new Properties();
        settings.setProperty("open_mode", READ_WRITE);
        return source(file, settings);
    }

    private static ConnectionSource source(Path file, Properties settings) {
        try {
            return sourceOf(Files.exists(file) ? file.toRealPath() : file.toAbsolutePath(), settings);
        } catch (IOException e) {
            throw new UncheckedIOException("the folder of a file of states must be readable: file=" + file, e);
        }
    }

    /** Of a file that no link stands for: SQLite keeps the log beside the file itself. */
    private static ConnectionSource sourceOf(Path absolute, Properties settings) throws IOException {
        Path folder = absolute.getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new IllegalArgumentException("the folder of a file of states must exist: file=" + absolute);
        }
        if (Files.isDirectory(absolute)) {
            throw new IllegalArgumentException("a file of states must not be a folder: file=" + absolute);
        }
        checkFileSystem(absolute, Files.getFileStore(folder).type());
        checkWritable(absolute, Files::isWritable);
        String url = "jdbc:sqlite:" + absolute;
        return () -> {
            try {
                DriverManager.getDriver(url);
            } catch (SQLException e) {
                throw new SQLException(
                        "a file of states needs the driver of SQLite: artifact=org.xerial:sqlite-jdbc, file="
                                + absolute,
                        e);
            }
            return DriverManager.getConnection(url, settings);
        };
    }

    /** SQLite says of both only that it cannot open the file. */
    static void checkWritable(Path file, Predicate<Path> writable) {
        boolean folder = writable.test(Objects.requireNonNull(file.getParent(), "checked"));
        if (!folder || (Files.exists(file) && !writable.test(file))) {
            throw new IllegalArgumentException(
                    "a file of states must be writable, and its folder, where its log is, for this user: file=" + file
                            + ", notWritable=" + (folder ? "file" : "folder"));
        }
    }

    static void checkFileSystem(Path file, String type) {
        String name = type.toLowerCase(Locale.ROOT);
        if (NETWORK.contains(name) || name.startsWith("fuse.")) {
            throw new IllegalArgumentException(
                    "a file of states must be on a disk of this machine: fileSystem=" + type + ", file=" + file);
        }
    }
}
