// SPDX-License-Identifier: Apache-2.0
/**
 * PAIR: one to one.
 *
 * <p>May import: base and what it imports.
 */
package io.troupe.sp.pattern.pair;
