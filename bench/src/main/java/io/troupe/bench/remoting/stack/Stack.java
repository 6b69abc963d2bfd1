// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.stack;

import java.util.List;

/**
 * One way to talk between two processes, set up as its makers would for one connection on this machine. A process uses one
 * side only: {@link #serve} in the server's, {@link #connect} in the client's.
 */
public interface Stack {
    /** How it is called on the command line and in tables. */
    String name();

    /** What its two virtual machines need beside the options all have; nothing unless overridden. */
    default List<String> jvmOptions() {
        return List.of();
    }

    /**
     * Listens on a free port of the loopback interface.
     *
     * @param echo gets the messages of the one client, one at a time
     * @throws Exception if it cannot listen; ends the process
     */
    Server serve(Echo echo) throws Exception;

    /**
     * Connects to a server of the same stack on the loopback interface and returns when messages can be sent.
     *
     * @param port where the server listens, from 1 to 65535
     * @throws Exception if there is no connection; ends the process
     */
    Client connect(int port) throws Exception;
}
