// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.measure;

import io.troupe.bench.process.Parent;
import io.troupe.bench.remoting.stack.Echo;
import io.troupe.bench.remoting.stack.Server;
import io.troupe.bench.remoting.stack.Stack;
import java.util.concurrent.Callable;

/** The server's process: listens, prints its port, and ends when its standard input does. */
public final class ServerMain {
    /** Begins the line with the port. */
    public static final String PORT = "PORT ";

    private ServerMain() {}

    /** Runs the server of a stack. */
    public static void run(Stack stack) {
        run(() -> stack.serve(new Echo()));
    }

    /** Runs any server: its port is what the parent waits for. */
    public static void run(Callable<Server> start) {
        Parent.watch();
        Parent.guard(() -> {
            Server server = start.call();
            System.out.println(PORT + server.port());
            Thread.currentThread().join(); // until the parent ends this process
        });
    }
}
