// SPDX-License-Identifier: Apache-2.0
/**
 * The concurrent dictionary of the Savina suite (Imam and Sarkar, AGERE 2014): many readers and few writers of one hash
 * map, which an actor owns instead of a lock.
 *
 * <pre>
 *   Worker or PeerWorker (Requests: what to send, is the answer right?) → Dictionary or PeerDictionary
 * </pre>
 */
package io.troupe.bench.savina.concurrency.dictionary;
