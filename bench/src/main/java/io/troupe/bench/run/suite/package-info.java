// SPDX-License-Identifier: Apache-2.0
/**
 * The suites that there are.
 *
 * <pre>
 *   Suites (by name) → JmhPiece by pattern, Drivers (programs)
 * </pre>
 *
 * May import: run.plan.
 */
package io.troupe.bench.run.suite;
