// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import java.io.ByteArrayOutputStream;
import java.util.Random;

/** The simplest frames for tests: two bytes of length, then so many bytes. */
final class Frames {
    private Frames() {}

    /** Frames of random sizes one behind the other. */
    static byte[] random(Random random, int count) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            byte[] body = new byte[random.nextInt(i % 50 == 0 ? 60_000 : 300)];
            random.nextBytes(body);
            out.write(body.length >> 8);
            out.write(body.length);
            out.writeBytes(body);
        }
        return out.toByteArray();
    }

    /** How many bytes are whole frames. */
    static int whole(byte[] bytes, int from, int to) {
        int at = from;
        while (to - at >= 2) {
            int size = ((bytes[at] & 0xFF) << 8) | (bytes[at + 1] & 0xFF);
            if (to - at - 2 < size) {
                break;
            }
            at += 2 + size;
        }
        return at - from;
    }

    /** Writes in random pieces, and flushes now and then. */
    static void sendCut(Connection connection, byte[] all, Random random) {
        for (int at = 0; at < all.length; ) {
            int end = Math.min(all.length, at + 1 + random.nextInt(5_000));
            connection.write(all, at, end);
            at = end;
            if (random.nextBoolean()) {
                connection.flush();
            }
        }
        connection.flush();
    }
}
