// SPDX-License-Identifier: Apache-2.0
/**
 * An assembly line with as many stages as wanted, which counts what comes out at its end.
 *
 * <pre>
 * LineCommand → Assembly ──publishAll──▶ station 1 ▶ station 2 ▶ … ▶ check
 * </pre>
 *
 * Imports {@code cli}.
 */
package io.troupe.examples.line;
