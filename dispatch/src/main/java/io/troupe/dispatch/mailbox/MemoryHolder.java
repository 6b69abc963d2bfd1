// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.mailbox;

/** Somebody who holds grants of a {@link MemoryBudget}. Any thread. */
interface MemoryHolder {
    /** What it holds; racy. */
    QueueMemory row();
}
