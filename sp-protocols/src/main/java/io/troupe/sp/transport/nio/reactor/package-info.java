// SPDX-License-Identifier: Apache-2.0
/**
 * The threads and the memory of pipes.
 *
 * <pre>
 *   Reactor (selector, tasks, Deadlines) → Selected.onReady        each ms: Lulled.stillPolled
 *   Flusher → Flushed.tick
 * </pre>
 *
 * May import: error, frame.
 */
package io.troupe.sp.transport.nio.reactor;
