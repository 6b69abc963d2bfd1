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
final class SerialCoding extends CallCoding {
    SerialCoding(Sample sample) {
        super(sample);
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
}
