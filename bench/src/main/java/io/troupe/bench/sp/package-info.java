// SPDX-License-Identifier: Apache-2.0
/**
 * Libraries of sockets beside each other: throughput of pairs and round trips, over inproc, ipc and tcp.
 *
 * <pre>
 *   SpMain → a Step per cell and stack → Measurement → Child (RoleMain → measure → JavaStack), or a driver in C
 * </pre>
 *
 * May import: sp.stack, sp.measure, the packages of the stacks, stacks, harness, process, results.
 */
package io.troupe.bench.sp;
