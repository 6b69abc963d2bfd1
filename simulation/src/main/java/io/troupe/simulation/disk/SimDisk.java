// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation.disk;

import io.troupe.core.continuation.OutsideExecutors;
import io.troupe.core.continuation.SettablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.testkit.schedule.EventKind;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A disk as one process sees it: flat, with files by name. Nothing waits; each operation happens in an event of its own, which
 * settles its promise. Operations on one file happen in the order of the calls; between files, and between a file and the
 * names ({@link #rename}, {@link #delete}, {@link #list}, {@link #syncNames}), there is no order unless the caller waits.
 *
 * <p>After a crash of the machine there is what was synced: {@link #sync} makes the content of one file durable and,
 * as with the journal of a file system, all changes of names before it. Without a crash everybody reads what was written,
 * synced or not. Failures are {@link DiskException}. For the thread of the simulation only.
 */
public final class SimDisk {
    private final SimDisks machine;
    private final String place;
    private final DiskState state;
    private final OutsideExecutors home;
    private boolean vanished;

    /** What an operation does to the files. */
    private interface Action<T> {
        @Nullable
        T run() throws DiskException;
    }

    SimDisk(SimDisks machine, String name, DiskState state, OutsideExecutors home) {
        this.machine = machine;
        this.place = machine.host() + "/@disk/" + name;
        this.state = state;
        this.home = home;
    }

    // ---- content -------------------------------------------------------------------------------------------------

    /**
     * Writes behind the end of a file, which is made if there is none.
     *
     * @param file its name
     * @param bytes copied
     * @return the position at which they begin
     */
    public Promise<Long> append(String file, byte[] bytes) {
        byte[] copy = bytes.clone();
        return run(file, "append " + copy.length + " bytes", false, () -> {
            checkRoom(file, copy.length);
            StoredFile target = state.findOrMake(file);
            int at = target.size();
            write(target, file, at, copy);
            return (long) at;
        });
    }

    /**
     * Writes at a position of a file, which is made if there is none. A gap is filled with zeros.
     *
     * @param file its name
     * @param at position of the first byte, from 0
     * @param bytes copied
     * @return fulfilled when it has happened
     * @throws IllegalArgumentException if the position is negative or more than two billion
     */
    public Promise<Void> write(String file, long at, byte[] bytes) {
        byte[] copy = bytes.clone();
        int position = checkedPosition(at, "at");
        return run(file, "write " + copy.length + " bytes", false, () -> {
            StoredFile known = state.find(file);
            int size = known == null ? 0 : known.size();
            checkRoom(file, Math.max(0, (long) position + copy.length - size));
            write(state.findOrMake(file), file, position, copy);
            return null;
        });
    }

    private void write(StoredFile target, String file, int at, byte[] bytes) throws DiskException {
        if (fails()) {
            target.write(at, Arrays.copyOf(bytes, machine.random().nextInt(bytes.length + 1)));
            throw new DiskException(DiskException.Reason.IO_ERROR, file);
        }
        target.write(at, bytes);
    }

    private void checkRoom(String file, long more) throws DiskException {
        if (state.size() + more > machine.conditions().capacity()) {
            throw new DiskException(DiskException.Reason.NO_SPACE, file);
        }
    }

    /**
     * Cuts off the end of a file. No effect if it is not longer.
     *
     * @param file its name
     * @param size bytes that stay, 0 or more
     * @return fulfilled when it has happened; fails if there is no such file
     * @throws IllegalArgumentException if the size is negative or more than two billion
     */
    public Promise<Void> truncate(String file, long size) {
        int rest = checkedPosition(size, "size");
        return run(file, "truncate", false, () -> {
            StoredFile target = existing(file);
            if (rest < target.size()) {
                target.truncate(rest);
            }
            return null;
        });
    }

    /**
     * Reads a whole file.
     *
     * @param file its name
     * @return its bytes; fails if there is no such file
     */
    public Promise<byte[]> read(String file) {
        return read(file, 0, Integer.MAX_VALUE);
    }

    /**
     * Reads a part of a file.
     *
     * @param file its name
     * @param at position of the first byte, from 0
     * @param length most bytes
     * @return its bytes; fewer at the end of the file, none behind it; fails if there is no such file
     * @throws IllegalArgumentException if the position is negative or more than two billion, or the length is negative
     */
    public Promise<byte[]> read(String file, long at, int length) {
        int position = checkedPosition(at, "at");
        checkedPosition(length, "length");
        return run(file, "read", true, () -> {
            if (fails()) {
                throw new DiskException(DiskException.Reason.IO_ERROR, file);
            }
            return existing(file).read(position, length);
        });
    }

    /**
     * Makes what was written to a file before durable, and all changes of names.
     *
     * @param file its name
     * @return fulfilled when it is durable; fails if there is no such file. If it fails with an input/output error, what it
     *     should have made durable is lost in the next crash, also if a later sync is fulfilled
     */
    public Promise<Void> sync(String file) {
        return run(file, "sync", false, () -> {
            StoredFile target = existing(file);
            if (fails()) {
                target.syncFailed();
                throw new DiskException(DiskException.Reason.IO_ERROR, file);
            }
            target.sync();
            state.syncNames();
            return null;
        });
    }

    // ---- names ---------------------------------------------------------------------------------------------------

    /**
     * Gives a file another name at once, in place of a file that has had it.
     *
     * @param from its name
     * @param to its new name
     * @return fulfilled when it has happened; fails if there is no such file
     */
    public Promise<Void> rename(String from, String to) {
        return run("", "rename " + from + " to " + to, false, () -> {
            state.rename(from, to, existing(from));
            return null;
        });
    }

    /**
     * Deletes a file.
     *
     * @param file its name
     * @return fulfilled when it has happened; fails if there is no such file
     */
    public Promise<Void> delete(String file) {
        return run("", "delete " + file, false, () -> {
            existing(file);
            state.delete(file);
            return null;
        });
    }

    /** {@return the names of all files in alphabetical order} */
    public Promise<List<String>> list() {
        return run("", "list", true, state::names);
    }

    /** {@return fulfilled when all changes of names before are durable} */
    public Promise<Void> syncNames() {
        return run("", "sync names", false, () -> {
            if (fails()) {
                throw new DiskException(DiskException.Reason.IO_ERROR, "");
            }
            state.syncNames();
            return null;
        });
    }

    // ---- events --------------------------------------------------------------------------------------------------

    private StoredFile existing(String file) throws DiskException {
        StoredFile found = state.find(file);
        if (found == null) {
            throw new DiskException(DiskException.Reason.NO_FILE, file);
        }
        return found;
    }

    private boolean fails() {
        double errors = machine.conditions().errors();
        return errors > 0 && machine.random().nextDouble() < errors;
    }

    private <T> Promise<T> run(String file, String label, boolean reads, Action<T> action) {
        SettablePromise<T> promise = new SettablePromise<>(home);
        if (vanished) {
            return promise; // its process has crashed: nobody is told
        }
        DiskConditions now = machine.conditions();
        long takes = (label.startsWith("sync") ? now.syncLatency() : now.latency()).nanos(machine.random());
        String target = file.isEmpty() ? place : place + "/" + file;
        machine.agenda().addAt(machine.agenda().nanos() + takes, EventKind.DISK, machine.host(), target, label, () -> {
            if (!vanished) {
                settle(promise, file, reads, action);
            }
        });
        return promise;
    }

    private <T> void settle(SettablePromise<T> promise, String file, boolean reads, Action<T> action) {
        T value;
        try {
            if (!reads && machine.conditions().readOnly()) {
                throw new DiskException(DiskException.Reason.READ_ONLY, file);
            }
            value = action.run();
        } catch (DiskException e) {
            promise.fail(e);
            return;
        }
        promise.complete(value);
    }

    private static int checkedPosition(long value, String name) {
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    name + " must be from 0 to " + Integer.MAX_VALUE + ": " + name + "=" + value);
        }
        return (int) value;
    }

    /** Its process is gone. */
    void vanish() {
        vanished = true;
    }

    @Override
    public String toString() {
        return "SimDisk[" + place + "]";
    }
}
