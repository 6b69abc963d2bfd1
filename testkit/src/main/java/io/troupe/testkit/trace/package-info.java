// SPDX-License-Identifier: Apache-2.0
/**
 * Traces of runs: what was sent, what arrived, whose turn it was, what was answered, in real systems as in simulated ones,
 * under the same names. A test splits the events into streams and confirms them one by one, which drives races either way.
 *
 * <pre>
 *   system → Tracer → EventRecorder (numbers, causes, clocks) → EventStream → Trace.expect
 *                                                        → TraceLog (JSON lines) → CausalOrder
 * </pre>
 */
@NullMarked
package io.troupe.testkit.trace;

import org.jspecify.annotations.NullMarked;
