// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.stress;

import io.troupe.sp.message.SpMessage;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Random;

/** Numbered messages, and what has arrived of them: each once at most, unspoiled, and if wanted in each sender's order. */
final class Tally {
    private static final int LEAST = 6;
    private static final int SMALL = 200;
    private static final int LARGE = 70_000;
    private static final int ONE_IN = 20;

    private final BitSet[] seen;
    private final int[] last;
    private final boolean ordered;
    private int count;

    Tally(int senders, boolean ordered) {
        this.ordered = ordered;
        this.seen = new BitSet[senders];
        this.last = new int[senders];
        for (int i = 0; i < senders; i++) {
            seen[i] = new BitSet();
            last[i] = -1;
        }
    }

    /** A message of any size; a topic byte, which subscribers look for, comes first. */
    static SpMessage message(Random random, int sender, int number) {
        int size = LEAST + (random.nextInt(ONE_IN) == 0 ? random.nextInt(LARGE) : random.nextInt(SMALL));
        SpMessage message = SpMessage.allocate(size + 1);
        ByteBuffer body = message.body();
        body.put((byte) (number & 1)).put((byte) sender).putInt(number);
        body.put(body.limit() - 1, (byte) (number * 7));
        return message;
    }

    /** Looks at a message and releases it. */
    synchronized void arrived(SpMessage message) {
        try (message) {
            ByteBuffer body = message.body();
            int end = body.get(body.limit() - 1);
            boolean odd = body.get() == 1;
            int sender = body.get();
            int number = body.getInt();
            if (end != (byte) (number * 7) || odd != ((number & 1) == 1)) {
                throw new AssertionError("spoiled: sender=" + sender + ", number=" + number + ", end=" + end);
            }
            if (seen[sender].get(number)) {
                throw new AssertionError("twice: sender=" + sender + ", number=" + number);
            }
            if (ordered && number < last[sender]) {
                throw new AssertionError("order: sender=" + sender + ", number=" + number + ", last=" + last[sender]);
            }
            seen[sender].set(number);
            last[sender] = number;
            count++;
        }
    }

    synchronized int count() {
        return count;
    }

    /** Whether a message with an even number came: a topic of its own. */
    synchronized boolean isAnyEven() {
        return seen[0].stream().anyMatch(number -> (number & 1) == 0);
    }

    @Override
    public synchronized String toString() {
        StringBuilder text = new StringBuilder("count=" + count);
        for (int i = 0; i < seen.length; i++) {
            text.append(", first missing of ").append(i).append('=').append(seen[i].nextClearBit(0));
        }
        return text.toString();
    }
}
