// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation.disk;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The content of one file, whatever its name: what programs read, what is durable, and the changes between the two. */
final class StoredFile {
    private static final int SECTOR = 512;

    private FileBytes seen = new FileBytes();
    private FileBytes durable = new FileBytes();
    private final List<Change> unsynced = new ArrayList<>();

    /** A write, or with null a new, smaller size. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares it
    private record Change(int at, byte @Nullable [] bytes) {
        void apply(FileBytes target) {
            if (bytes == null) {
                target.truncate(at);
            } else {
                target.write(at, bytes, bytes.length);
            }
        }
    }

    int size() {
        return seen.size();
    }

    byte[] read(int at, int length) {
        return seen.read(at, length);
    }

    void write(int at, byte[] bytes) {
        change(new Change(at, bytes));
    }

    void truncate(int size) {
        change(new Change(size, null));
    }

    private void change(Change change) {
        change.apply(seen);
        unsynced.add(change);
    }

    void sync() {
        unsynced.forEach(change -> change.apply(durable));
        unsynced.clear();
    }

    /** What is not durable by now never will be, though programs read it until the crash. */
    void syncFailed() {
        unsynced.clear();
    }

    void crash(DiskLoss loss, RandomGenerator random) {
        switch (loss) {
            case NONE -> {
                return;
            }
            case UNSYNCED -> {}
            case TORN -> tear(random);
        }
        unsynced.clear();
        seen = durable.copy();
    }

    /** Any of the changes have happened, and one of them may have happened in part. */
    private void tear(RandomGenerator random) {
        int torn = unsynced.isEmpty() ? 0 : random.nextInt(unsynced.size());
        for (int i = 0; i < unsynced.size(); i++) {
            Change change = unsynced.get(i);
            if (!random.nextBoolean()) {
                continue;
            }
            if (i == torn && change.bytes() != null) {
                durable.write(change.at(), change.bytes(), part(change.bytes().length, random));
            } else {
                change.apply(durable);
            }
        }
    }

    /** Disks write whole sectors. */
    private static int part(int length, RandomGenerator random) {
        return length <= SECTOR ? random.nextInt(length + 1) : random.nextInt(length / SECTOR + 1) * SECTOR;
    }
}
