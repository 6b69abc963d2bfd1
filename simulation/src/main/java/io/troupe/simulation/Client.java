// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation;

import io.troupe.core.ActorSystem;
import io.troupe.simulation.network.SimSocketHost;
import io.troupe.simulation.network.SimTransport;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Somebody who uses a simulated system: a process of its own that faults spare. What its actions register on promises runs in
 * this process, so answers reach it by the network of the run, or as messages under way if it calls actors of nodes directly. For
 * the thread of the simulation only.
 */
public final class Client {
    private final Node node;
    private int actions;

    Client(Node node) {
        this.node = node;
    }

    /** {@return the name, the same in every run} */
    public String name() {
        return node.name();
    }

    /** {@return the actor system of this client} */
    public ActorSystem system() {
        return node.system();
    }

    /** {@return the transport of this client; its remoting uses it} */
    public SimTransport transport() {
        return node.transport();
    }

    /** {@return where sockets of this client live; the host of their options} */
    public SimSocketHost sockets() {
        return node.sockets();
    }

    /** {@return a source of chance of its own, which follows the seed} */
    public RandomGenerator random() {
        return node.random();
    }

    /**
     * Does something again and again, for the first time after one interval.
     *
     * @param interval more than zero
     * @param action an exception ends the run as a failure
     * @throws IllegalArgumentException if the interval is not more than zero
     */
    public void every(Duration interval, Runnable action) {
        if (interval.isNegative() || interval.isZero()) {
            throw new IllegalArgumentException("interval must be more than zero: interval=" + interval);
        }
        String label = "every-" + ++actions;
        again(interval, label, action);
    }

    private void again(Duration interval, String label, Runnable action) {
        node.after(interval, label, () -> {
            again(interval, label, action);
            act(label, action);
        });
    }

    /**
     * Does something once.
     *
     * @param delay zero or more
     * @param action an exception ends the run as a failure
     * @throws IllegalArgumentException if the delay is negative
     */
    public void after(Duration delay, Runnable action) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("delay must not be negative: delay=" + delay);
        }
        String label = "after-" + ++actions;
        node.after(delay, label, () -> act(label, action));
    }

    /** Unless a failing run can do without it. */
    private void act(String label, Runnable action) {
        if (node.takes(name() + " " + label)) {
            action.run();
        }
    }

    /** {@return the name} */
    @Override
    public String toString() {
        return node.name();
    }
}
