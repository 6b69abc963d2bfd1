// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.delivery;

import io.troupe.core.ActorSystem;
import io.troupe.core.host.OutletHost;
import io.troupe.dispatch.timer.ManualClock;
import io.troupe.testkit.Await;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CourierTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration DUE = Duration.ofSeconds(10);

    private final ManualClock clock = new ManualClock();
    private final AtomicInteger looks = new AtomicInteger();

    @Test
    void shouldLookInTimeThoughTheClockMovesWhileTheTimerIsSet() {
        try (ActorSystem system = ActorSystem.builder().clock(clock).start();
                Courier courier = new Courier("courier", movingOnce(system.host()), looks::incrementAndGet)) {
            courier.start();
            courier.wakeAt(DUE.toMillis());
            clock.advance(DUE.minusNanos(clock.nanos()));
            Await.until("it looks", LIMIT, () -> looks.get() == 1);
        }
    }

    /** The clock moves on before the first timer is set: a thread that has read it may have lost its processor. */
    private OutletHost movingOnce(OutletHost host) {
        AtomicBoolean moved = new AtomicBoolean();
        return (OutletHost) Proxy.newProxyInstance(
                CourierTest.class.getClassLoader(), new Class<?>[] {OutletHost.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("outsideExecutor") && moved.compareAndSet(false, true)) {
                        clock.advance(DUE.dividedBy(2));
                    }
                    return method.invoke(host, arguments);
                });
    }
}
