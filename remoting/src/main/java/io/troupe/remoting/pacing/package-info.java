// SPDX-License-Identifier: Apache-2.0
/**
 * The control laws of links: how fast to send, when to complain, how long to wait. Pure: no threads, no clocks of their own, no
 * I/O; times come as nanoseconds in arguments.
 */
package io.troupe.remoting.pacing;
