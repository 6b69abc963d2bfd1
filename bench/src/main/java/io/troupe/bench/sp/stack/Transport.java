// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.stack;

import java.util.Locale;

/** How messages get from one end to the other. */
public enum Transport {
    /** Within a process; both ends are in one. */
    INPROC,
    /** A socket in the file system. */
    IPC,
    /** The loopback interface. */
    TCP;

    /** As on the command line and in addresses. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
