// SPDX-License-Identifier: Apache-2.0
/**
 * Remoting stacks beside each other, between two processes on one machine.
 *
 * <pre>
 *   RemotingMain → rounds × workloads × stacks → Cell → Child "server" (ProcessMain → measure → Stack.serve)
 *                                                     → Child "client" (ProcessMain → measure → Stack.connect)
 *                → report: table, JSON
 * </pre>
 *
 * May import: remoting.stack, remoting.measure, remoting.report, the packages of the stacks, harness, machine, process, report.
 */
package io.troupe.bench.remoting;
