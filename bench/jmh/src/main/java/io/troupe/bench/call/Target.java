// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.call;

import io.troupe.core.actor.Actor;

/** Has eight methods, each of which adds its argument times its number. Used without a system. */
class Target extends Actor<Target> {
    private long sum;

    Target() {}

    /** What was added since the last call of this method. */
    long takeSum() {
        long taken = sum;
        sum = 0;
        return taken;
    }

    public void one(int value) {
        sum += 1L * value;
    }

    public void two(int value) {
        sum += 2L * value;
    }

    public void three(int value) {
        sum += 3L * value;
    }

    public void four(int value) {
        sum += 4L * value;
    }

    public void five(int value) {
        sum += 5L * value;
    }

    public void six(int value) {
        sum += 6L * value;
    }

    public void seven(int value) {
        sum += 7L * value;
    }

    public void eight(int value) {
        sum += 8L * value;
    }
}
