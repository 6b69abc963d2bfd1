// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.transport.netty.channel;

/** What all connections of a loop share, as only one of them is at work at a time: idle ones hold next to nothing. Loop only. */
public final class LoopMemory {
    private static final int FIRST_SIZE = 64 << 10;

    private byte[] received = new byte[FIRST_SIZE];

    /** For one loop. */
    public LoopMemory() {}

    /** To copy into what was received; at least as long as asked for. */
    byte[] received(int size) {
        if (received.length < size) {
            received = new byte[Math.max(size, 2 * received.length)];
        }
        return received;
    }
}
