// SPDX-License-Identifier: Apache-2.0
/**
 * A thousand actors, each in conversation with a random other one: the "big" of the Savina suite (Imam and Sarkar, AGERE
 * 2014). No placement helps, every message may go anywhere.
 */
package io.troupe.bench.big;
