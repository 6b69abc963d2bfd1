// SPDX-License-Identifier: Apache-2.0
/**
 * Measurements in processes of their own.
 *
 * <pre>
 *   BenchLock → Child ··· a process ··· Parent (ends it with its input, reports its errors)
 * CacheFolder (of programs that are built when they are first used)
 * </pre>
 *
 * May import: nothing of this module.
 */
package io.troupe.bench.process;
