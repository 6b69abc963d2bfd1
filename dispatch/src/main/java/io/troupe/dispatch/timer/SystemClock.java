// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.timer;

/** The machine's clock; stateless. Each wheel gets a {@link WheelThread}. */
final class SystemClock extends Clock {
    static final SystemClock INSTANCE = new SystemClock();

    private SystemClock() {}

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public long millis() {
        return System.currentTimeMillis();
    }

    @Override
    WheelDriver drive(TimerWheel wheel, String threadName) {
        return new WheelThread(wheel::expire, wheel::report, threadName);
    }
}
