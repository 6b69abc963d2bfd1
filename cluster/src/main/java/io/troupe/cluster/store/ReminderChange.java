// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

import org.jspecify.annotations.Nullable;

/**
 * A reminder that is set, moved or deleted.
 *
 * @param name of the reminder
 * @param ifDue it is changed only if it is the one due then; {@link #ANY}: whichever there is, or none
 * @param next what it becomes; null: it is deleted
 */
public record ReminderChange(String name, long ifDue, @Nullable StoredReminder next) {
    /** For changes that do not depend on what there is. */
    public static final long ANY = Long.MIN_VALUE;

    /** This change and then a later one, of the same name, as one. */
    ReminderChange then(ReminderChange later) {
        if (later.ifDue == ANY) {
            return later;
        }
        long becomes = next == null ? ANY : next.due();
        if (becomes == later.ifDue) {
            return new ReminderChange(name, ifDue, later.next);
        }
        return ifDue == ANY ? this : later;
    }
}
