// SPDX-License-Identifier: Apache-2.0
/**
 * Sieve of Eratosthenes (Savina): a producer sends all odd numbers into a chain of filters. A filter drops the multiples of
 * the primes it knows; what is left is a prime, which it keeps, or passes to the next filter if it is full. Filters are
 * made when they are needed and end with the run.
 *
 * <pre>
 *   Producer → Filter (first primes) → Filter (further primes) → … → Producer: the sum
 * </pre>
 */
package io.troupe.bench.savina.parallel.sieve;
