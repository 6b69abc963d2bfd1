// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.encodings;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;

/**
 * Java's serialization, a stream per call: what those do who send calls one by one. A stream that is kept for all calls
 * would name each class once, but holds every object it has ever written.
 */
final class SerialCoding implements Coding {
    private final Call<?> call;
    private final Memory memory = new Memory();
    private final int firstBytes;

    SerialCoding(Sample sample) {
        call = Call.of(sample);
        firstBytes = encode();
    }

    @Override
    public int encode() {
        memory.reset();
        try (ObjectOutputStream out = new ObjectOutputStream(memory)) {
            out.writeObject(call);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return memory.size();
    }

    @Override
    public Object decode() {
        try (ObjectInputStream in = new ObjectInputStream(memory.input())) {
            return in.readObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("classes of samples must be there", e);
        }
    }

    @Override
    public Object expected() {
        return call;
    }

    @Override
    public int firstBytes() {
        return firstBytes;
    }
}
