// SPDX-License-Identifier: Apache-2.0
/**
 * Measurements of the queues that a mailbox may be built on.
 */
package io.troupe.bench.queue;
