// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of a call and its actor.
 *
 * @param call with its reply, expired or not; null: it is not remembered
 * @param ids of calls of its actor, in any order; null: they were not wanted
 */
public record RememberedCall(@Nullable StoredCall call, @Nullable List<String> ids) {}
