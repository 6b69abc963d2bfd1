// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.mailbox;

import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;

/** What is compared: first the mailboxes, then the raw queues. */
public enum Kind {
    /** Built into the cell. */
    INTRUSIVE,
    LINKED_ARRAY,
    FAIL,
    PACE,
    DROP_OLDEST,
    LATEST_BY_KEY,
    RAW_MPSC_UNBOUNDED,
    RAW_MPSC_BOUNDED,
    RAW_JDK_LINKED;

    /** More than a batch of the benchmark with one thread. */
    private static final int CAPACITY = 4096;

    Box create(Sum sum) {
        return switch (this) {
            case INTRUSIVE -> new CellBox(MailboxSpec.unbounded(), sum);
            case LINKED_ARRAY -> new CellBox(MailboxSpec.linkedArray(), sum);
            case FAIL -> new CellBox(MailboxSpec.bounded(CAPACITY, Overflow.FAIL), sum);
            case PACE -> new CellBox(MailboxSpec.bounded(CAPACITY, Overflow.PACE), sum);
            case DROP_OLDEST -> new CellBox(MailboxSpec.bounded(CAPACITY, Overflow.DROP_OLDEST), sum);
            case LATEST_BY_KEY -> new CellBox(MailboxSpec.latestByKey(CAPACITY, message -> message), sum);
            case RAW_MPSC_UNBOUNDED -> new QueueBox(new MpscUnboundedVarHandleArrayQueue<>(CAPACITY), sum);
            case RAW_MPSC_BOUNDED -> new QueueBox(new MpscVarHandleArrayQueue<>(CAPACITY), sum);
            case RAW_JDK_LINKED -> new QueueBox(new ConcurrentLinkedQueue<>(), sum);
        };
    }
}
