// SPDX-License-Identifier: Apache-2.0
/**
 * Actors whose mailboxes slow their senders down: what a message costs when an actor sends more of them in one turn than its
 * targets can take.
 */
package io.troupe.bench.paced;
