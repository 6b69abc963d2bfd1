// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.ActorFactory;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.reference.ReferenceType;
import org.jspecify.annotations.Nullable;

/** What an actor is made from. */
record SpawnSpec<T>(
        CellSystem system,
        ReferenceType<? extends T> type,
        ActorFactory<? extends T> factory,
        ActorOptions options,
        @Nullable ActorCell parent) {}
