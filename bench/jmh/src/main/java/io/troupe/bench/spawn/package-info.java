// SPDX-License-Identifier: Apache-2.0
/**
 * How fast actors come into being: create one, send it its first message, and count that it arrived. Each batch begins
 * with a fresh system, whose start and end are not measured.
 */
package io.troupe.bench.spawn;
