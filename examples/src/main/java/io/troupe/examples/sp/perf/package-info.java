// SPDX-License-Identifier: Apache-2.0
/**
 * {@code troupe sp perf}: throughput of PAIR and round trips of PAIR or REQ/REP, in one process or against another.
 *
 * <pre>
 *   PerfCommand → Run (options, meeting, printing), Place (addresses), Progress (on terminals)
 *      └──────→ Throughput, Latency → ThroughputResult, LatencyResult, Done
 * </pre>
 *
 * May import: certificates, cli, sp.tls, and the module of the scalability protocols.
 */
package io.troupe.examples.sp.perf;
