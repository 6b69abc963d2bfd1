// SPDX-License-Identifier: Apache-2.0
/**
 * Senders that are faster than their receivers, over links between real processes.
 *
 * <pre>
 * BackpressureCommand → Play → Receiver (a child process: ReceiverCommand → Sink, Gauge)
 *        │                ├──▶ Source ──take──▶ Sink
 *        │                └──▶ Outcome
 *        ├ MemoryOverload: channels of this process and the budget of their memory
 *        └ view: Points (what was seen, every 50 ms), and how they are drawn
 * </pre>
 *
 * May import: backpressure.view, cli.
 */
package io.troupe.examples.backpressure;
