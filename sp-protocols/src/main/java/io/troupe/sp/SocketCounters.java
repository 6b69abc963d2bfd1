// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.SocketStats;
import io.troupe.sp.transport.DropListener;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** The counters of one socket. Any thread counts; reading is not a moment's picture but never loses a count. */
final class SocketCounters implements DropListener {
    private final LongAdder connected = new LongAdder();
    private final LongAdder rejected = new LongAdder();
    private final LongAdder sent = new LongAdder();
    private final LongAdder received = new LongAdder();
    private final LongAdder bytesSent = new LongAdder();
    private final LongAdder bytesReceived = new LongAdder();
    private final LongAdder resent = new LongAdder();
    private final Map<DropReason, LongAdder> dropped = new EnumMap<>(DropReason.class);

    /** All zero. */
    SocketCounters() {
        for (DropReason cause : DropReason.values()) {
            dropped.put(cause, new LongAdder());
        }
    }

    /** A pipe was attached. */
    void connected() {
        connected.increment();
    }

    /** A connection was turned away. */
    void rejected() {
        rejected.increment();
    }

    /** A message was handed to a pipe. */
    void sent(int bytes) {
        sent.increment();
        bytesSent.add(bytes);
    }

    /** A message was handed to the user. */
    void received(int bytes) {
        received.increment();
        bytesReceived.add(bytes);
    }

    /** A message that was {@link #received} came back: nobody wanted it any more. */
    void returned(int bytes) {
        received.decrement();
        bytesReceived.add(-bytes);
    }

    /** A request was sent again. */
    void resent() {
        resent.increment();
    }

    @Override
    public void dropped(DropReason cause, long messages) {
        LongAdder adder = dropped.get(cause);
        if (adder != null) {
            adder.add(messages);
        }
    }

    /** What was counted, with the number of pipes there are now. */
    SocketStats read(int pipes) {
        Map<DropReason, Long> drops = new EnumMap<>(DropReason.class);
        dropped.forEach((cause, adder) -> {
            if (adder.sum() > 0) {
                drops.put(cause, adder.sum());
            }
        });
        return new SocketStats(
                pipes,
                connected.sum(),
                rejected.sum(),
                sent.sum(),
                received.sum(),
                bytesSent.sum(),
                bytesReceived.sum(),
                resent.sum(),
                drops);
    }
}
