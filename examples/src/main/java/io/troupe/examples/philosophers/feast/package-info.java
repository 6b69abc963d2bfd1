// SPDX-License-Identifier: Apache-2.0
/**
 * The dining philosophers as durable actors of several processes: any of these may be killed, and dinner goes on.
 *
 * <pre>
 *   FeastOptions → Feast → Crew → MemberProcess ⇄ lines ⇄ FeastWorker → Seat ⇄ effects ⇄ Fork
 * </pre>
 *
 * May import: cli, cluster, members.
 */
package io.troupe.examples.philosophers.feast;
