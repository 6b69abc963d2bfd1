// SPDX-License-Identifier: Apache-2.0
/**
 * Reads the sources of all modules together: figures, rules of shape, and the public API as text.
 *
 * <pre>
 * SourceTree → Type → Figures | Rules | PublicApi → House (command line)
 * </pre>
 *
 * <p>Uses the parser of the JDK and nothing else, so that {@code .ci/house} runs on any commit without a build.
 */
package io.troupe.house;
