// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.view;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of a durable actor, as it is stored. Immutable.
 *
 * @param type stable name of the class
 * @param key of the actor
 * @param shard that it belongs to
 * @param version number of the last update, from 1
 * @param epoch of the shard when it was stored
 * @param format of the record, by the class
 * @param changed when it was stored, by the clock of the database
 * @param bytes that it takes
 * @param components of the record by name; records in it are such maps, too; null: it is not readable
 * @param problem why it is not readable; null: it is
 */
public record StateView(
        String type,
        String key,
        int shard,
        long version,
        long epoch,
        int format,
        Instant changed,
        int bytes,
        @Nullable Map<String, @Nullable Object> components,
        @Nullable String problem) {}
