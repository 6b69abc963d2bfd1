// SPDX-License-Identifier: Apache-2.0
/**
 * How stacks are compared that need processes of their own: round by round, in turns, with a table and a file of results.
 *
 * <pre>
 *   StackOptions (command line) → StackRun: Step by Step → Result → ResultFile, StackTable
 * </pre>
 *
 * What a stack is, and what is measured, is not known here: {@link io.troupe.bench.remoting} and {@link io.troupe.bench.sp}
 * make the steps.
 *
 * <p>May import: harness, machine, process, results.
 */
@NullMarked
package io.troupe.bench.stacks;

import org.jspecify.annotations.NullMarked;
