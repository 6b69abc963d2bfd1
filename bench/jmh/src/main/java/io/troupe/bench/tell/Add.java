// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.tell;

/**
 * The peers' message.
 *
 * @param value to add
 */
record Add(int value) {}
