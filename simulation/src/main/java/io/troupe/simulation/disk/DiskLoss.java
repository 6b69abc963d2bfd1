// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation.disk;

/** What a crash does to writes, renames and deletions that were not synced. */
public enum DiskLoss {
    /** Nothing is lost: the process has crashed, and the operating system goes on. */
    NONE,
    /** All of it is lost. */
    UNSYNCED,
    /**
     * Any part of it is lost: writes that were not synced have reached the disk or have not, in any combination, and one
     * of them may be there in part. Of renames and deletions the first ones are there.
     */
    TORN
}
