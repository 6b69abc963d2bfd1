// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

/**
 * A state to be stored.
 *
 * @param key whose
 * @param state with the version that it is to have
 */
public record StateWrite(StateKey key, StoredState state) {}
