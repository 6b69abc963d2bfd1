// SPDX-License-Identifier: Apache-2.0
/**
 * Producers and consumers with a bounded buffer, of the Savina suite (Imam and Sarkar, AGERE 2014): an actor that
 * decides who may go on, where others would use conditions.
 *
 * <pre>
 *   Producer → Manager (Buffer: who may go on?) → Consumer, and Peer… for each of them
 * </pre>
 */
package io.troupe.bench.savina.concurrency.buffer;
