// SPDX-License-Identifier: Apache-2.0
/**
 * Pi by slices of a series: many small jobs for a few workers, one accumulator.
 *
 * <pre>
 * PiCommand → Pi → PiAccumulator.run ──slice──▶ PiWorker (one per thread)
 *                        ▲──────────────add────────┘
 * </pre>
 *
 * Imports {@code cli}.
 */
package io.troupe.examples.pi;
