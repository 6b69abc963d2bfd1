// SPDX-License-Identifier: Apache-2.0
/**
 * The transitions of a cell that several threads take part in.
 */
package io.troupe.stress.cell;
