// SPDX-License-Identifier: Apache-2.0
/**
 * What a durable actor has of its cluster: its key, its codec, the way to the store.
 *
 * <p>Imports: store.
 */
package io.troupe.cluster.activation;
