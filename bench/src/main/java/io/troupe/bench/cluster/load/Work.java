// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster.load;

import io.troupe.bench.cluster.stack.Answer;
import io.troupe.bench.cluster.stack.Node;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** One kind of call, and how its answer is checked. Of each key one call is under way at a time. */
interface Work {
    /** Bytes of a payload and of a state. */
    int PAYLOAD_BYTES = 100;

    /** Bytes of a state. */
    int STATE_BYTES = 200;

    /** Calls. */
    void call(int key, Answer answer);

    /** Whether this is the answer that the last call of the key must have. */
    boolean isRight(int key, long number);

    /** Asks those that keep nothing; each answer is the question. */
    static Work echo(Node node) {
        return new Work() {
            @Override
            public void call(int key, Answer answer) {
                node.echo(
                        name(key),
                        ByteBuffer.allocate(PAYLOAD_BYTES).putInt(key).array(),
                        answer);
            }

            @Override
            public boolean isRight(int key, long number) {
                return number == key;
            }
        };
    }

    /** Replaces states, of keys that had none before; each answer is one more than the one before. */
    static Work update(Node node, int keys) {
        AtomicIntegerArray counts = new AtomicIntegerArray(keys);
        return new Work() {
            @Override
            public void call(int key, Answer answer) {
                node.update(name(key), Noise.state(), answer);
            }

            @Override
            public boolean isRight(int key, long number) {
                return number == counts.incrementAndGet(key);
            }
        };
    }

    /** Reads states that were replaced so often. */
    static Work read(Node node, int count) {
        return new Work() {
            @Override
            public void call(int key, Answer answer) {
                node.read(name(key), answer);
            }

            @Override
            public boolean isRight(int key, long number) {
                return number == count;
            }
        };
    }

    private static String name(int key) {
        return "key-" + key;
    }

    /**
     * States of which none is like the one before. Of a row that is replaced by one with the same bytes a database logs little:
     * so equal states would favour those who store nothing else beside them.
     */
    final class Noise {
        private static final int BYTES = 1 << 16;
        private static final byte[] ALL = new byte[BYTES];

        static {
            new Random(1).nextBytes(ALL);
        }

        private Noise() {}

        static byte[] state() {
            int from = ThreadLocalRandom.current().nextInt(BYTES - STATE_BYTES);
            return Arrays.copyOfRange(ALL, from, from + STATE_BYTES);
        }
    }
}
