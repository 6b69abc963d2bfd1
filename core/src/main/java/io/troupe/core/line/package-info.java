// SPDX-License-Identifier: Apache-2.0
/**
 * Assembly lines: typed stages around one ring of slots, on the threads of an actor system. Start with {@link
 * io.troupe.core.line.Lines}.
 *
 * <pre>
 * publisher → LineRing (door, ring) → StageCell … StageCell (the gate) → room for the next publisher
 *             held like a sender       one cell per group of fused stages
 * </pre>
 *
 * <p>The ring, its sequencers, sequences and barriers are those of the LMAX Disruptor. Its threads and waits are not used: a
 * stage is a cell of the system's dispatcher, which is made ready when something has been published before it. May import
 * every other package of the module but the façade and groups.
 */
@NullMarked
package io.troupe.core.line;

import org.jspecify.annotations.NullMarked;
