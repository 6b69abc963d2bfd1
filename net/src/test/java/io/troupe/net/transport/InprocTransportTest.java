// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import java.util.concurrent.atomic.AtomicInteger;

class InprocTransportTest extends TransportContract {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    @Override
    protected Transport transport(String name, TransportConfig config) {
        return new NettyTransport(name, config);
    }

    @Override
    protected Address anywhere() {
        return Address.parse("inproc://place-" + NUMBERS.incrementAndGet());
    }

    @Override
    protected Address nowhere() {
        return anywhere();
    }
}
