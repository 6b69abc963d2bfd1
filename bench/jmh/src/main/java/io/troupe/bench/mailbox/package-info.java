// SPDX-License-Identifier: Apache-2.0
/**
 * Mailboxes without actors: messages are put and delivered, and nothing else happens. Every kind of mailbox in its cell,
 * beside the raw queues.
 */
package io.troupe.bench.mailbox;
