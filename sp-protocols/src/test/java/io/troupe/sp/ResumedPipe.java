// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.PeerInfo;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.transport.Pipe;

/** A pipe that does one thing: when it is resumed. */
final class ResumedPipe implements Pipe {
    private final int id;
    private final Runnable resumed;

    ResumedPipe(int id, Runnable resumed) {
        this.id = id;
        this.resumed = resumed;
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public PeerInfo peer() {
        return new PeerInfo(Protocol.PAIR0, "fake://here", "fake://there", false, null);
    }

    @Override
    public boolean offer(SpMessage message) {
        return false;
    }

    @Override
    public boolean isWritable() {
        return false;
    }

    @Override
    public void flush() {}

    @Override
    public boolean poll() {
        return false;
    }

    @Override
    public void watch() {}

    @Override
    public void resume() {
        resumed.run();
    }

    @Override
    public int pending() {
        return 0;
    }

    @Override
    public void close(String reason) {}

    @Override
    public void closeGently(String reason) {}
}
