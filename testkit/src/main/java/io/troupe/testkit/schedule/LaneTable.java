// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Lanes by kind, source and target, in open addressing without boxed keys. For one thread. */
final class LaneTable {
    private @Nullable Lane[] slots = new @Nullable Lane[4];
    private Lane[] all = new Lane[2];
    private int size;

    @Nullable
    Lane get(EventKind kind, Participant source, Participant target) {
        int mask = slots.length - 1;
        for (int at = slot(kind, source, target) & mask; ; at = (at + 1) & mask) {
            Lane lane = slots[at];
            if (lane == null || (lane.kind == kind && lane.source == source && lane.target == target)) {
                return lane;
            }
        }
    }

    void put(Lane lane) {
        if (size == all.length) {
            makeRoom();
        }
        all[size++] = lane;
        insert(lane);
    }

    /** Lets go of lanes on which nothing will ever come; if these are few, makes the table larger. */
    private void makeRoom() {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            Lane lane = all[i];
            if (lane.head != null || !lane.source.ended) {
                all[kept++] = lane;
            }
        }
        Arrays.fill(all, kept, size, null);
        size = kept;
        if (2 * kept > all.length) {
            all = Arrays.copyOf(all, 2 * all.length);
        }
        slots = new @Nullable Lane[2 * all.length];
        for (int i = 0; i < kept; i++) {
            insert(all[i]);
        }
    }

    int size() {
        return size;
    }

    /** In the order in which they were put. */
    Lane at(int index) {
        return all[index];
    }

    private void insert(Lane lane) {
        int mask = slots.length - 1;
        int at = slot(lane.kind, lane.source, lane.target) & mask;
        while (slots[at] != null) {
            at = (at + 1) & mask;
        }
        slots[at] = lane;
    }

    private static int slot(EventKind kind, Participant source, Participant target) {
        int mixed = source.number * 0x9E3779B1 + target.number * 0x85EBCA77 + (int) kind.code();
        return mixed ^ mixed >>> 15;
    }
}
