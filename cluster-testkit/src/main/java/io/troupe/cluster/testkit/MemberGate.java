// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.testkit;

/** Lets the threads of one member go on, stand still, or do nothing any more. Any thread. */
final class MemberGate {
    private enum State {
        OPEN,
        SHUT,
        DEAD
    }

    /** Guarded by this. */
    private State state = State.OPEN;

    /** Waits while the member stands still. Returns whether it lives. */
    synchronized boolean pass() {
        boolean interrupted = false;
        while (state == State.SHUT) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true; // whoever stands still hears nothing
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return state == State.OPEN;
    }

    synchronized boolean isOpen() {
        return state == State.OPEN;
    }

    synchronized boolean isDead() {
        return state == State.DEAD;
    }

    synchronized void shut() {
        state = State.SHUT;
    }

    synchronized void open() {
        state = State.OPEN;
        notifyAll();
    }

    synchronized void kill() {
        state = State.DEAD;
        notifyAll();
    }
}
