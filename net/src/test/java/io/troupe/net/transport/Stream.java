// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import java.util.concurrent.atomic.AtomicLong;

/** Sends very many bytes as fast as the connection is writable, and checks those that come. Each byte follows from its position. */
class Stream extends Peer {
    private static final int CHUNK = 32 << 10;
    private static final int UNIT = 777;

    /** Written by the loop. */
    final AtomicLong sent = new AtomicLong();

    final AtomicLong mostUnsent = new AtomicLong();
    private final long total;
    private final long expected;
    private long checked;

    /**
     * One end.
     *
     * @param total bytes to send once told to
     * @param expected bytes to receive
     */
    Stream(long total, long expected) {
        super(connection -> {});
        this.total = total;
        this.expected = expected;
    }

    static byte at(long position) {
        return (byte) (position * 31 + (position >>> 8));
    }

    void start() {
        connection().execute(this::pump);
    }

    @Override
    public void onWritable() {
        super.onWritable();
        pump();
    }

    @Override
    public int onBytes(byte[] all, int from, int to) {
        // takes whole units, to have a rest kept for it nearly always
        int offered = to - from;
        int used = checked + offered == expected ? offered : offered / UNIT * UNIT;
        for (int i = 0; i < used; i++) {
            if (all[from + i] != at(checked++)) {
                throw new IllegalStateException("a byte is wrong: position=" + (checked - 1));
            }
        }
        received.addAndGet(used);
        return used;
    }

    private void pump() {
        Connection connection = connection();
        byte[] chunk = new byte[CHUNK];
        while (sent.get() < total && connection.isWritable()) {
            int size = (int) Math.min(CHUNK, total - sent.get());
            for (int i = 0; i < size; i++) {
                chunk[i] = at(sent.get() + i);
            }
            connection.write(chunk, 0, size);
            sent.addAndGet(size);
            connection.flush();
            mostUnsent.accumulateAndGet(connection.unsent(), Math::max);
        }
    }
}
