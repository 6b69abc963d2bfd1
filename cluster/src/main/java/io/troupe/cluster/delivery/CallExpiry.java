// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.delivery;

import io.troupe.cluster.store.StateStore;
import io.troupe.cluster.store.StoreException;
import io.troupe.core.host.OutletHost;
import java.util.concurrent.TimeUnit;

/** Lets the store forget calls whose time is over, each minute, by a thread of its own. */
public final class CallExpiry implements AutoCloseable {
    private static final long PAUSE_MILLIS = TimeUnit.MINUTES.toMillis(1);
    private static final int PAGE = 1_000;

    private final StateStore store;
    private final OutletHost host;
    private final Courier courier;

    /**
     * Begins when it is started.
     *
     * @param name of its thread
     * @param store that forgets
     * @param host the system, for its clock
     */
    public CallExpiry(String name, StateStore store, OutletHost host) {
        this.store = store;
        this.host = host;
        this.courier = new Courier(name, host, this::look);
    }

    /** Starts the thread. */
    public void start() {
        courier.start();
        courier.wake();
    }

    private void look() throws StoreException {
        long now = host.clock().millis();
        courier.wakeAt(now + PAUSE_MILLIS);
        int forgotten = PAGE;
        while (forgotten == PAGE) {
            forgotten = store.expireCalls(now, PAGE);
        }
    }

    @Override
    public void close() {
        courier.close();
    }
}
