// SPDX-License-Identifier: Apache-2.0
/**
 * A cluster in one command: each member is a process that may be killed, and talks with the command by lines.
 *
 * <pre>
 *   a command → Crew → MemberProcess ⇄ lines ⇄ MemberProgram → Cluster.join
 *             → Course: how long, and what is drawn meanwhile
 * </pre>
 *
 * May import: cli, cluster.
 */
package io.troupe.examples.members;
