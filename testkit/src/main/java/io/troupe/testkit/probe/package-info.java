// SPDX-License-Identifier: Apache-2.0
/**
 * Stand-ins for actors: they record the calls they get and answer as they were told.
 *
 * <pre>
 *   reference → ProbeCell (turns of its own) → Recorder → CallLog of RecordedCall → Probe: expect…, await…
 *                                            └ Answers
 * </pre>
 *
 * May import: io.troupe.testkit.progress.
 */
package io.troupe.testkit.probe;
