// SPDX-License-Identifier: Apache-2.0
/**
 * The control laws of links: how fast to send, when to complain, how long to wait. Pure: no threads, no clocks of their own, no
 * I/O; times come as nanoseconds in arguments, amounts as bytes.
 *
 * <pre>
 *   sender                          link                        receiver
 *   SendLimit, FanOutLimit   &larr;  QueuePressure (a NAK)  &larr;   QueueWatch.Share, one per link and queue
 *   Credit              &larr;  request(n)        &larr;   a subscriber, for streams only
 *   RoundTripEstimator, HeartbeatMonitor, Backoff: one each at both ends
 * </pre>
 *
 * <p>The laws are explained in docs/pacing.md. May import: no other package of the project.
 */
package io.troupe.remoting.pacing;
