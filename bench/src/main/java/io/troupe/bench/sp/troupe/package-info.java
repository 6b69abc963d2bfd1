// SPDX-License-Identifier: Apache-2.0
/**
 * Our own sockets.
 *
 * <pre>
 *   TroupeStack → PAIR · REQ/REP with a context per thread
 *   IdlePipesMain, FanOutMain, AllocationMain → Figures
 * </pre>
 *
 * May import: sp.stack.
 */
package io.troupe.bench.sp.troupe;
