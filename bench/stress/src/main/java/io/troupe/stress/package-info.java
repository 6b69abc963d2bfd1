// SPDX-License-Identifier: Apache-2.0
/**
 * jcstress tests of the lock-free parts of Troupe and of the queues it builds on. The outcome texts of a test are the
 * specification of the transition it provokes.
 */
package io.troupe.stress;
