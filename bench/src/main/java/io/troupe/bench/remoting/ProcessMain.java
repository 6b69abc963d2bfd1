// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting;

import io.troupe.bench.remoting.measure.ClientMain;
import io.troupe.bench.remoting.measure.Load;
import io.troupe.bench.remoting.measure.ServerMain;
import io.troupe.bench.remoting.stack.Stack;
import java.util.concurrent.TimeUnit;

/** The program of both processes; started by {@link RemotingMain}, not by hand. */
public final class ProcessMain {
    static final String SERVER = "server";
    static final String CLIENT = "client";

    private ProcessMain() {}

    /** Runs {@code server STACK} or {@code client STACK PORT SERVER-PROCESS WORKLOAD WARM-UP-MILLIS MILLIS}. */
    public static void main(String[] args) {
        Stack stack = Stacks.named(args[1]);
        if (args[0].equals(SERVER)) {
            ServerMain.run(stack);
        } else {
            ClientMain.run(
                    stack,
                    Integer.parseInt(args[2]),
                    Long.parseLong(args[3]),
                    Load.of(args[4]),
                    nanos(args[5]),
                    nanos(args[6]));
        }
    }

    private static long nanos(String millis) {
        return TimeUnit.MILLISECONDS.toNanos(Integer.parseInt(millis));
    }
}
