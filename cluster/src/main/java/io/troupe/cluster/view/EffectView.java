// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.view;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A call that an update has caused and that has not been answered yet, as it is stored. Immutable.
 *
 * @param id in order of commits
 * @param fromType stable name of the class of the actor whose update it was
 * @param fromKey its key
 * @param toType stable name of the class of the actor that it calls
 * @param toKey its key
 * @param method that it calls
 * @param arguments of the call, a list; null: they are not readable
 * @param tries how often it has failed
 * @param next when it is tried again; the beginning of 1970: at once
 * @param dead whether it was given up
 */
public record EffectView(
        long id,
        String fromType,
        String fromKey,
        String toType,
        String toKey,
        String method,
        @Nullable Object arguments,
        int tries,
        Instant next,
        boolean dead) {}
