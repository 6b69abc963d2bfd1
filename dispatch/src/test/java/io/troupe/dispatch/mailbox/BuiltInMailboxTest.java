// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.mailbox;

class BuiltInMailboxTest extends MailboxContract {
    @Override
    MailboxSpec spec(int capacity) {
        return MailboxSpec.unbounded();
    }
}
