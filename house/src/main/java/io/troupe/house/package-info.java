// SPDX-License-Identifier: Apache-2.0
/**
 * Reads the sources of all modules together: figures, rules of shape, and the public API as text. Watches programs: which
 * sources an operation enters.
 *
 * <pre>
 * SourceTree → Type → Figures | Rules | PublicApi → House (command line)
 * TracedProgram → OperationTrace → Traces → House
 * </pre>
 *
 * <p>Uses the parser and the debugger interface of the JDK and nothing else, so that {@code .ci/house} runs on any commit. Only
 * traces need a build of it.
 */
package io.troupe.house;
