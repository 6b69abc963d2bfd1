// SPDX-License-Identifier: Apache-2.0
/**
 * Channels between actors and between threads, beside the queues of the JDK: hand-over, buffers, several senders, selects.
 */
package io.troupe.bench.channel;
