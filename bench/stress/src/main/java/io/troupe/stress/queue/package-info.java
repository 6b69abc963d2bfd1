// SPDX-License-Identifier: Apache-2.0
/**
 * What Troupe relies on in the queues below its mailboxes.
 */
package io.troupe.stress.queue;
