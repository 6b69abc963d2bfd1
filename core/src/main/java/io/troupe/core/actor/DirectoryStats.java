// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

/**
 * Counters of a {@link Directory}.
 *
 * @param active actors that have an object now, or are about to
 * @param known keys in the table: active ones, and passive ones that somebody holds a reference to, or did until a moment ago
 * @param waiting actors with calls that wait until an idle one has made room for them
 * @param activations objects made so far, without those made at restarts
 * @param passivations objects dropped so far because they were idle, or to make room
 * @param overruns activations beyond the bound so far, since none of those looked at was idle
 */
public record DirectoryStats(int active, int known, int waiting, long activations, long passivations, long overruns) {}
