// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import java.util.concurrent.atomic.AtomicInteger;

/** How bytes are carried, with fresh addresses to listen on. */
enum Way {
    TCP,
    TLS,
    IPC,
    INPROC;

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    String freshAddress() {
        int number = NUMBERS.incrementAndGet();
        return switch (this) {
            case TCP -> "tcp://127.0.0.1:0";
            case TLS -> "tls://127.0.0.1:0";
            case IPC ->
                "ipc://" + System.getProperty("java.io.tmpdir") + "/troupe-"
                        + ProcessHandle.current().pid() + "-" + number + ".sock";
            case INPROC -> "inproc://contract-" + number;
        };
    }
}
