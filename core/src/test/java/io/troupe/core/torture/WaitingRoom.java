// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.torture;

import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;

/** The mailboxes, bounded ones so small that they are full all the time. */
public enum WaitingRoom {
    UNBOUNDED,
    LINKED_ARRAY,
    FAIL,
    DROP_NEWEST,
    DROP_OLDEST,
    LATEST_BY_KEY,
    PACE;

    private static final int CAPACITY = 4;

    MailboxSpec spec() {
        return switch (this) {
            case UNBOUNDED -> MailboxSpec.unbounded();
            case LINKED_ARRAY -> MailboxSpec.linkedArray();
            case FAIL -> MailboxSpec.bounded(CAPACITY, Overflow.FAIL);
            case DROP_NEWEST -> MailboxSpec.bounded(CAPACITY, Overflow.DROP_NEWEST);
            case DROP_OLDEST -> MailboxSpec.bounded(CAPACITY, Overflow.DROP_OLDEST);
            case LATEST_BY_KEY -> MailboxSpec.latestByKey(CAPACITY, Object::getClass);
            case PACE -> MailboxSpec.bounded(CAPACITY, Overflow.PACE);
        };
    }
}
