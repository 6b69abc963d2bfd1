// SPDX-License-Identifier: Apache-2.0
/**
 * The threads and the memory of pipes.
 *
 * <pre>
 *   Reactor (selector, tasks, ReactorDeadlines) → SelectionHandler.onReady        each ms: PolledReader.stillPolled
 *   Flusher → FlushedWriter.tick
 * </pre>
 *
 * May import: error, frame.
 */
package io.troupe.sp.transport.nio.reactor;
