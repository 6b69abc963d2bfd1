// SPDX-License-Identifier: Apache-2.0
/**
 * Timeouts: run a tiny task after a delay, cancel it for next to nothing.
 *
 * <pre>
 *   any thread                      lock, 512 slots                 timer thread, or the caller of advance
 *   schedule(delay, task) ──► TimerWheel ──► WheelSlots ──► due task ──► task.run()
 *   timeout.cancel()      ──►     │                             ▲
 *                                 │ WheelDriver.onEarlier()     │ expire
 *                                 └──────────► Clock: system (parks until the next due slot)
 *                                                     manual (moves when the test says so)
 * </pre>
 *
 * <p>May import: nothing of the project.
 */
@NullMarked
package io.troupe.dispatch.timer;

import org.jspecify.annotations.NullMarked;
