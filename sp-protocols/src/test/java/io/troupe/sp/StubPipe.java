// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.PeerInfo;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.transport.Pipe;
import io.troupe.sp.transport.PipeIds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A pipe that takes as many messages as it is told to, and does one thing when it is resumed. */
final class StubPipe implements Pipe {
    final List<String> taken = Collections.synchronizedList(new ArrayList<>());
    final AtomicInteger room;
    final AtomicInteger refused = new AtomicInteger();
    private final int id;
    private final Runnable resumed;

    StubPipe(int room) {
        this(PipeIds.next(), room, () -> {});
    }

    /** Takes none. */
    StubPipe(int id, Runnable resumed) {
        this(id, 0, resumed);
    }

    private StubPipe(int id, int room, Runnable resumed) {
        this.id = id;
        this.room = new AtomicInteger(room);
        this.resumed = resumed;
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public PeerInfo peer() {
        return new PeerInfo(Protocol.SUB, "stub://", "stub://", true, null);
    }

    @Override
    public boolean offer(SpMessage message) {
        if (room.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
            refused.incrementAndGet();
            return false;
        }
        taken.add(message.text());
        message.release();
        return true;
    }

    @Override
    public boolean isWritable() {
        return room.get() > 0;
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
