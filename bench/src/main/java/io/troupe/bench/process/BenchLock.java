// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** The lock of JMH: on one machine only one measurement at a time, of this program or of the suites. */
public final class BenchLock implements AutoCloseable {
    /** The same property makes JMH do without. */
    private static final String IGNORE = "jmh.ignoreLock";

    private final @Nullable FileChannel file;

    private BenchLock(@Nullable FileChannel file) {
        this.file = file;
    }

    /**
     * Takes the lock.
     *
     * @throws IllegalStateException if somebody else has it
     */
    public static BenchLock take() throws IOException {
        if (Boolean.getBoolean(IGNORE)) {
            return new BenchLock(null);
        }
        Path path = Path.of(System.getProperty("java.io.tmpdir"), "jmh.lock");
        FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = null;
        try {
            lock = file.tryLock();
        } catch (OverlappingFileLockException e) {
            // Held by this process: as if by another.
        }
        if (lock == null) {
            file.close();
            throw new IllegalStateException(
                    "only one benchmark may run at a time (-D" + IGNORE + "=true to run all the same): lock=" + path);
        }
        return new BenchLock(file);
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close(); // lets go of the lock
        }
    }
}
