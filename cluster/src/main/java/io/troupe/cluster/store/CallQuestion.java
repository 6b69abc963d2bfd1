// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

/**
 * Whether a call was done.
 *
 * @param key of its actor
 * @param id of the call
 * @param mostIds how many ids of calls of that actor are wanted with it; 0: none
 */
public record CallQuestion(StateKey key, String id, int mostIds) {}
