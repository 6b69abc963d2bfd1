// SPDX-License-Identifier: Apache-2.0
/**
 * Calls without a result: from outside, from actor to actor, from eight senders. Every message carries a number, the
 * receiver adds it up, and the sum is checked.
 */
package io.troupe.bench.tell;
