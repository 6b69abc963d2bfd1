// SPDX-License-Identifier: Apache-2.0
/**
 * What a worker does when there is nothing to do.
 *
 * <pre>
 *   found nothing → IdleStrategy.idle(round) → true: look again · false: park until woken
 * </pre>
 *
 * May import: nothing of this module.
 */
package io.troupe.dispatch.idle;
