// SPDX-License-Identifier: Apache-2.0
/**
 * What a running system looks like from outside: immutable numbers, fit for JSON.
 *
 * <p>May import: io.troupe.core.actor.
 */
package io.troupe.core.stats;
