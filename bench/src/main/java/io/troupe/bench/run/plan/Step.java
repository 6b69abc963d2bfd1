// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run.plan;

/**
 * One fork or start.
 *
 * @param round from 1 on
 * @param work to be done
 */
public record Step(int round, Work work) {}
