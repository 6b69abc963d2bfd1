// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Spoils a conversation: whole frames change places, bytes change, lengths lie. What it does follows from the random numbers. */
final class Damage {
    private static final int[] LENGTHS = {0, 1, -1, 3, 255, 65_536, 1 << 20, (1 << 20) + 1, 1 << 24, Integer.MAX_VALUE};
    private static final int MOST_PARTS = 400;

    private final Random random;

    Damage(Random random) {
        this.random = random;
    }

    /**
     * Spoils the parts in place.
     *
     * @param parts the first line, then frames
     * @param others frames of another conversation, to be mixed in
     */
    void spoil(List<byte[]> parts, List<byte[]> others) {
        for (int i = random.nextInt(4); i > 0 && parts.size() > 2; i--) {
            reorder(parts, others);
        }
        for (int i = random.nextInt(7); i > 0; i--) {
            int at = random.nextInt(20) == 0 ? 0 : pick(parts);
            parts.set(at, bytes(parts.get(at)));
        }
        if (random.nextInt(4) == 0) { // the end comes early, in the middle of a frame
            int last = pick(parts);
            parts.subList(last + 1, parts.size()).clear();
            byte[] end = parts.get(last);
            parts.set(last, Arrays.copyOf(end, random.nextInt(end.length + 1)));
        }
    }

    /** A frame, seldom the greeting: without it nothing else would be looked at. */
    private int pick(List<byte[]> parts) {
        int first = random.nextInt(10) == 0 ? 1 : 2;
        return parts.size() <= first ? parts.size() - 1 : first + random.nextInt(parts.size() - first);
    }

    private void reorder(List<byte[]> parts, List<byte[]> others) {
        int from = pick(parts);
        int to = pick(parts);
        switch (random.nextInt(6)) {
            case 0 -> parts.remove(from);
            case 1 -> {
                int times = Math.min(1 + random.nextInt(30), MOST_PARTS - parts.size());
                for (int i = 0; i < times; i++) {
                    parts.add(to, parts.get(from));
                }
            }
            case 2 -> Collections.swap(parts, from, to);
            case 3 -> Collections.shuffle(parts.subList(Math.min(from, to), Math.max(from, to) + 1), random);
            case 4 -> { // two frames become one, or half of each
                byte[] one = parts.get(from);
                byte[] other = others.get(random.nextInt(others.size()));
                parts.set(from, join(Arrays.copyOf(one, random.nextInt(one.length + 1)), tail(other)));
            }
            default -> {
                int begin = random.nextInt(others.size());
                int end = Math.min(others.size(), begin + 1 + random.nextInt(10));
                parts.addAll(to, new ArrayList<>(others.subList(begin, end)));
            }
        }
    }

    private byte[] tail(byte[] bytes) {
        return Arrays.copyOfRange(bytes, random.nextInt(bytes.length + 1), bytes.length);
    }

    private static byte[] join(byte[] head, byte[] tail) {
        byte[] all = Arrays.copyOf(head, head.length + tail.length);
        System.arraycopy(tail, 0, all, head.length, tail.length);
        return all;
    }

    private byte[] bytes(byte[] whole) {
        if (whole.length == 0) {
            return new byte[] {(byte) random.nextInt()};
        }
        byte[] spoilt = whole.clone();
        int at = random.nextInt(Math.min(spoilt.length, random.nextBoolean() ? 40 : spoilt.length));
        switch (random.nextInt(6)) {
            case 0 -> spoilt[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> spoilt[at] = (byte) random.nextInt();
            case 2 -> spoilt[at] = (byte) (random.nextBoolean() ? 0 : 0xff);
            case 3 -> {
                if (spoilt.length >= 4) { // where binary encodings have their length
                    int true4 = ByteBuffer.wrap(spoilt).getInt();
                    int lie = random.nextBoolean()
                            ? LENGTHS[random.nextInt(LENGTHS.length)]
                            : true4 + random.nextInt(9) - 4;
                    ByteBuffer.wrap(spoilt).putInt(lie);
                }
            }
            case 4 -> { // something is missing
                int gone = Math.min(spoilt.length - at, 1 + random.nextInt(8));
                return join(Arrays.copyOf(spoilt, at), Arrays.copyOfRange(spoilt, at + gone, spoilt.length));
            }
            default -> { // something is put in
                byte[] more = new byte[1 + random.nextInt(8)];
                random.nextBytes(more);
                return join(join(Arrays.copyOf(spoilt, at), more), Arrays.copyOfRange(spoilt, at, spoilt.length));
            }
        }
        return spoilt;
    }
}
