// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.inproc;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.transport.Pipe;
import io.troupe.sp.transport.PipeHandler;
import io.troupe.sp.transport.SpAddress;
import io.troupe.sp.transport.TransportContext;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A pipe within the process whose far end has room for some messages, and looks at how it is called. */
final class StressPipe {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final SpAddress ADDRESS = SpAddress.parse("inproc://stress");
    private static final SocketOptions OPTIONS = SocketOptions.defaults();

    private final AtomicLong drops = new AtomicLong();
    private final InprocPipe near = pipe(false);
    private final InprocPipe far = pipe(true);
    private final AtomicInteger room;
    private final AtomicInteger delivered = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();
    private final AtomicInteger busy = new AtomicInteger();
    private final AtomicInteger mistakes = new AtomicInteger();

    StressPipe(int room) {
        this.room = new AtomicInteger(room);
        near.meet(far);
        far.handledBy(new Far());
        near.handledBy(new Near());
    }

    private InprocPipe pipe(boolean accepted) {
        return new InprocPipe(
                ADDRESS, new TransportContext(Protocol.PAIR0, OPTIONS, this::count), Protocol.PAIR0, accepted);
    }

    private void count(DropReason reason, long messages) {
        if (reason == DropReason.PEER_GONE) {
            drops.addAndGet(messages);
        }
    }

    /** Sends one; 1 if it was taken. */
    int offer() {
        return near.offer(SpMessage.wrap(NOTHING)) ? 1 : 0;
    }

    void makeRoom(int messages) {
        room.addAndGet(messages);
        far.resume();
    }

    void close() {
        far.close("enough");
    }

    int delivered() {
        return delivered.get();
    }

    int dropped() {
        return drops.intValue();
    }

    int closed() {
        return closed.get();
    }

    /** How often two were at the handler, or a message came after the end. */
    int mistakes() {
        return mistakes.get();
    }

    private final class Far implements PipeHandler {
        @Override
        public boolean onMessage(Pipe pipe, SpMessage message) {
            if (busy.incrementAndGet() != 1 || closed.get() != 0) {
                mistakes.incrementAndGet();
            }
            boolean has = room.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
            if (has) {
                delivered.incrementAndGet();
                message.release();
            }
            busy.decrementAndGet();
            return has;
        }

        @Override
        public void onWritable(Pipe pipe) {}

        @Override
        public void onClosed(Pipe pipe, String reason) {
            closed.incrementAndGet();
        }
    }

    private static final class Near implements PipeHandler {
        @Override
        public boolean onMessage(Pipe pipe, SpMessage message) {
            return true;
        }

        @Override
        public void onWritable(Pipe pipe) {}

        @Override
        public void onClosed(Pipe pipe, String reason) {}
    }
}
