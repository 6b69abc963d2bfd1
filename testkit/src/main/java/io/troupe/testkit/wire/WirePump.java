// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** One direction of one connection: one thread takes bytes, one hands them over when they are due. */
final class WirePump {
    private static final int CHUNK = 8 << 10;
    /** Under way at most; then the sender is held back. */
    private static final int CHUNKS = 64;

    private static final byte[] END = {};

    private final Socket from;
    private final Socket to;
    private final WireFlow flow;
    private final WireLink link;
    private final BlockingQueue<Parcel> underWay = new LinkedBlockingQueue<>(CHUNKS);

    WirePump(Socket from, Socket to, WireFlow flow, WireLink link) {
        this.from = from;
        this.to = to;
        this.flow = flow;
        this.link = link;
    }

    /** The first thread. */
    void take() {
        byte[] buffer = new byte[CHUNK];
        long position = 0;
        try {
            InputStream in = from.getInputStream();
            while (true) {
                flow.awaitThaw();
                int size = in.read(buffer);
                if (size < 0) {
                    underWay.put(new Parcel(END, flow.due(System.nanoTime())));
                    return;
                }
                flow.spoil(buffer, size, position);
                position += size;
                if (!flow.swallow(size)) {
                    underWay.put(new Parcel(Arrays.copyOf(buffer, size), flow.due(System.nanoTime())));
                }
            }
        } catch (IOException e) {
            link.cut(Cut.RESET); // one side reset it: so does the proxy towards the other
        } catch (InterruptedException e) {
            link.cut(Cut.FIN);
        }
    }

    /** The second thread. */
    void handOver() {
        long position = 0;
        try {
            OutputStream out = to.getOutputStream();
            while (!flow.isCut(position)) {
                Parcel next = underWay.take();
                flow.awaitTime(next.due);
                flow.awaitThaw();
                if (next.bytes.length == 0) {
                    to.shutdownOutput();
                    link.ended();
                    return;
                }
                int size = flow.allowed(next.bytes.length, position);
                long end = System.nanoTime() + flow.nanosFor(size);
                out.write(next.bytes, 0, size);
                position += size;
                flow.count(size);
                flow.awaitTime(end);
            }
            link.cut(flow.truncation());
        } catch (IOException e) {
            link.cut(Cut.RESET);
        } catch (InterruptedException e) {
            link.cut(Cut.FIN);
        }
    }

    /** Bytes and when they are due; none: the end. */
    private static final class Parcel {
        final byte[] bytes;
        final long due;

        Parcel(byte[] bytes, long due) {
            this.bytes = bytes;
            this.due = due;
        }
    }
}
