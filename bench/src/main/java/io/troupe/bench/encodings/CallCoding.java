// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.encodings;

/** An encoding of a call as one object that stands by itself, so that the first takes as many bytes as any other. One thread. */
abstract class CallCoding implements Coding {
    final Call<?> call;
    final ScratchBuffer memory = new ScratchBuffer();

    CallCoding(Sample sample) {
        call = Call.of(sample);
    }

    @Override
    public final Object expected() {
        return call;
    }

    @Override
    public final int firstBytes() {
        return encode();
    }
}
