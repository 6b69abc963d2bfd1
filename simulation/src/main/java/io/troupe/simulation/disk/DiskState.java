// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation.disk;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The files of one disk, which outlive crashes. Names change in the order of a journal. */
final class DiskState {
    private Map<String, StoredFile> seen = new TreeMap<>();
    private Map<String, StoredFile> durable = new TreeMap<>();
    private final List<NameChange> unsynced = new ArrayList<>();

    /** Says what a name means from now on; null: nothing. */
    private record NameChange(String name, @Nullable StoredFile file, @Nullable String moved) {
        void apply(Map<String, StoredFile> names) {
            if (file == null) {
                names.remove(name);
            } else {
                names.put(name, file);
            }
            if (moved != null) {
                names.remove(moved);
            }
        }
    }

    @Nullable
    StoredFile find(String name) {
        return seen.get(name);
    }

    StoredFile findOrMake(String name) {
        StoredFile file = seen.get(name);
        if (file == null) {
            file = new StoredFile();
            change(new NameChange(name, file, null));
        }
        return file;
    }

    void rename(String from, String to, StoredFile file) {
        if (!from.equals(to)) {
            change(new NameChange(to, file, from));
        }
    }

    void delete(String name) {
        change(new NameChange(name, null, null));
    }

    private void change(NameChange change) {
        change.apply(seen);
        unsynced.add(change);
    }

    List<String> names() {
        return List.copyOf(seen.keySet());
    }

    long size() {
        long sum = 0;
        for (StoredFile file : seen.values()) {
            sum += file.size();
        }
        return sum;
    }

    void syncNames() {
        unsynced.forEach(change -> change.apply(durable));
        unsynced.clear();
    }

    void crash(DiskLoss loss, RandomGenerator random) {
        Set<StoredFile> all = new LinkedHashSet<>(seen.values());
        all.addAll(durable.values());
        unsynced.forEach(change -> {
            if (change.file() != null) {
                all.add(change.file());
            }
        });
        if (loss == DiskLoss.TORN) {
            int there = random.nextInt(unsynced.size() + 1);
            unsynced.subList(0, there).forEach(change -> change.apply(durable));
        }
        if (loss != DiskLoss.NONE) {
            unsynced.clear();
            seen = new TreeMap<>(durable);
        }
        all.forEach(file -> file.crash(loss, random));
    }
}
