// SPDX-License-Identifier: Apache-2.0
/**
 * The micro-benchmarks of the Savina suite (Imam and Sarkar, AGERE 2014), written from the paper's descriptions: what
 * sending, creating and switching cost when actors hardly compute. Ring, pairs, crowd and creatures are those of the
 * suites of these names, with the sizes of the paper.
 */
package io.troupe.bench.savina.micro;
