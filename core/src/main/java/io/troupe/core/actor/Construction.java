// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellThread;
import org.jspecify.annotations.Nullable;

/**
 * Gives actors their context; the one that is being made gets it, so that {@code self()} works in
 * constructors already. For the library
 * itself. Implemented by the cell; runs in its turns.
 */
public interface Construction {
    /** The context of the running actor. */
    ActorContext context();

    /** The context for the actor that the factory is making right now; null at all other times. Given once. */
    @Nullable
    ActorContext claimContext();

    /** The context for an actor under construction on this thread, or null. */
    static @Nullable ActorContext claim() {
        Cell cell = CellThread.currentCell();
        return cell instanceof Construction construction ? construction.claimContext() : null;
    }
}
