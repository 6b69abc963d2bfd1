// SPDX-License-Identifier: Apache-2.0
/**
 * Primes by a chain of channels: an actor per prime passes on what its prime does not divide.
 *
 * <pre>
 * SieveCommand → Sieve ──spawns──▶ Candidates ──2 3 4 …──▶ PrimeFilter ──3 5 7 …──▶ PrimeFilter ──▶ …
 *                  ▲──────────────────found────────────────────┘
 * </pre>
 *
 * Imports {@code cli}.
 */
package io.troupe.examples.sieve;
