// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.mailbox;

import io.troupe.dispatch.cell.Message;

/** Something that messages are put into and delivered from. */
interface Box {
    /** Puts a message; false when there is no room. Any thread. */
    boolean put(Message message);

    /** Delivers what is there. One thread. */
    void drain();
}
