// SPDX-License-Identifier: Apache-2.0
/**
 * Snapshots of a running system: immutable numbers, fit for JSON.
 *
 * <p>May import: io.troupe.core.actor.
 */
package io.troupe.core.stats;
