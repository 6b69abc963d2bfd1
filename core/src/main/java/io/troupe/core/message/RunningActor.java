// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.message;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellThread;
import org.jspecify.annotations.Nullable;

/**
 * The actor whose turn the calling thread runs, as far as its own object may see it: gives the object its context, in the
 * constructor already. Implemented by the cell. The context is an {@code ActorContext}, which this package does not know.
 */
public interface RunningActor {
    /** The context of the running actor. */
    Object context();

    /** The context for the actor that the factory is making right now; null at all other times. Given once. */
    @Nullable
    Object claimContext();

    /** The running actor, or null outside of turns. */
    static @Nullable RunningActor current() {
        Cell cell = CellThread.currentCell();
        return cell instanceof RunningActor running ? running : null;
    }
}
