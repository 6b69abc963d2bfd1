// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

/**
 * One worker as the balancer sees it.
 *
 * @param running whether it has a thread
 * @param busy share of the time in which it was not idle, averaged, 0 to 1
 * @param waiting cells that wait for their turn, averaged
 * @param overloaded whether it broke one of the two rules of overload
 * @param pinned whether cells are pinned here, so that it must stay
 */
public record WorkerLoad(boolean running, double busy, double waiting, boolean overloaded, boolean pinned) {
    /** A worker without a thread. */
    public static final WorkerLoad STOPPED = new WorkerLoad(false, 0, 0, false, false);
}
