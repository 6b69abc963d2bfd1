// SPDX-License-Identifier: Apache-2.0
/**
 * What happens in the process of a role.
 *
 * <pre>
 *   Role → RoleRunner → Throughput (receiver's side) → Outcome → one line of JSON
 *                     → Latency (requesters' side)   → Outcome
 * </pre>
 *
 * May import: sp.stack, process.
 */
package io.troupe.bench.sp.measure;
