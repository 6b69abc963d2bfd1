// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import io.troupe.dispatch.mailbox.MailboxSpec;

class LinkedArrayMailboxTest extends MailboxContract {
    @Override
    MailboxSpec spec(int capacity) {
        return MailboxSpec.linkedArray();
    }
}
