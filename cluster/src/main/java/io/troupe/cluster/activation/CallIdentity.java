// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.activation;

import io.troupe.cluster.store.StoredReminder;
import org.jspecify.annotations.Nullable;

/**
 * Which call it is, of those that may come again.
 *
 * @param id unique for its actor
 * @param lasting whether it is remembered until the store says that it will not come again
 * @param reminder by which it comes; null: by none
 */
public record CallIdentity(String id, boolean lasting, @Nullable StoredReminder reminder) {}
