// SPDX-License-Identifier: Apache-2.0
/**
 * Libraries of sockets beside each other: throughput of pairs and round trips, over inproc, ipc and tcp.
 *
 * <pre>
 *   SpMain → rounds × cells × stacks → Measurement → Child (RoleMain → measure → JavaStack), or a driver in C
 *          → report: table, JSON
 * </pre>
 *
 * May import: sp.stack, sp.measure, sp.report, the packages of the stacks, harness, machine, process, report.
 */
package io.troupe.bench.sp;
