// SPDX-License-Identifier: Apache-2.0
/**
 * How a test makes a system go on, and waits for it.
 *
 * <pre>
 *   Progress → SteppedProgress: runs turns, then moves time from deadline to deadline, on the test's thread
 *            → ThreadedProgress: waits for the threads of the system, with a limit
 *   Await: the same for conditions that belong to no system
 * </pre>
 *
 * May import: nothing of this module.
 */
package io.troupe.testkit.progress;
