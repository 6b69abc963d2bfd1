// SPDX-License-Identifier: Apache-2.0
/**
 * Stacks in C, built from our small drivers when they are first asked for.
 *
 * <pre>
 *   DriverStack → Compiler (gcc; sources from the class path, programs in a cache) → Program, or what must be installed
 * </pre>
 *
 * May import: process, sp.stack.
 */
package io.troupe.bench.sp.driver;
