// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp.perf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A free address, and what is to be removed when it is no longer used. */
final class Place implements AutoCloseable {
    private final String uri;
    private final @Nullable Path directory;

    private Place(String uri, @Nullable Path directory) {
        this.uri = uri;
        this.directory = directory;
    }

    /** Between two sockets of this process. */
    enum Kind {
        /** Messages handed over. */
        INPROC,
        /** Unix sockets. */
        IPC,
        /** The loopback device. */
        TCP;

        /** As it is written on the command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Place of(Kind transport) throws IOException {
        return switch (transport) {
            case INPROC -> new Place("inproc://perf-" + System.nanoTime(), null);
            case TCP -> new Place("tcp://127.0.0.1:0", null);
            case IPC -> {
                Path made = Files.createTempDirectory("troupe-sp");
                yield new Place("ipc://" + made.resolve("perf.ipc"), made);
            }
        };
    }

    String uri() {
        return uri;
    }

    /** Removes the file, in case its listener has not, and its folder. */
    @Override
    public void close() throws IOException {
        if (directory != null) {
            Files.deleteIfExists(directory.resolve("perf.ipc"));
            Files.deleteIfExists(directory);
        }
    }
}
