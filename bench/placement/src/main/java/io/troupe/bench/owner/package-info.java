// SPDX-License-Identifier: Apache-2.0
/**
 * Actors that own some memory and work on it: the load of the suites about placement. The next message of an owner is sent
 * when the previous one is done, so a batch ends when every owner has handled its number of messages.
 *
 * <pre>
 *   Crew (memories, quotas) → Owner / PeerOwner → Job.handle → Memory.access
 * </pre>
 *
 * May import: io.troupe.bench.harness, io.troupe.bench.peer.
 */
package io.troupe.bench.owner;
