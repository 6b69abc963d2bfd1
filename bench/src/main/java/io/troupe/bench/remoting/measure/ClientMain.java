// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.measure;

import io.troupe.bench.process.Parent;
import io.troupe.bench.remoting.stack.Client;
import io.troupe.bench.remoting.stack.Stack;

/** The client's process: connects, warms up, measures one window, prints it and ends. */
public final class ClientMain {
    /** Begins the line with the result. */
    public static final String RESULT = "RESULT ";

    private ClientMain() {}

    /** Measures. */
    public static void run(Stack stack, int port, Load load, long warmUpNanos, long windowNanos) {
        Parent.watch();
        Parent.guard(() -> {
            Client client = stack.connect(port);
            System.out.println(
                    RESULT + measure(client, load, warmUpNanos, windowNanos).line());
        });
    }

    /** Warms up, then measures; the warm-up is the same code, so it checks its counts, too. */
    static Measured measure(Client client, Load load, long warmUpNanos, long windowNanos) throws InterruptedException {
        if (load.oneWay()) {
            Tells tells = new Tells(client);
            tells.window(warmUpNanos);
            return tells.window(windowNanos);
        }
        Asks asks = new Asks(client, load.outstanding());
        asks.window(warmUpNanos);
        return asks.window(windowNanos);
    }
}
