// SPDX-License-Identifier: Apache-2.0
/**
 * Remoting stacks beside each other, between two processes on one machine.
 *
 * <pre>
 *   RemotingMain → a Step per workload and stack → Cell → Child "server" (ProcessMain → measure → Stack.serve)
 *                                                     → Child "client" (ProcessMain → measure → Stack.connect)
 * </pre>
 *
 * May import: remoting.stack, remoting.measure, the packages of the stacks, stacks, harness, process, results.
 */
package io.troupe.bench.remoting;
