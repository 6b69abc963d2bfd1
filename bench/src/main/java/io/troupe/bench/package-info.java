// SPDX-License-Identifier: Apache-2.0
/**
 * JMH benchmarks of Troupe beside its peers, measured in one run. Sub-packages mirror the subject they measure; the results
 * are comparable only within one run on one machine.
 */
package io.troupe.bench;
