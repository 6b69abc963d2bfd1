// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.encodings;

import java.io.Serializable;

/**
 * What a peer encodes: that which a call of a link says, too.
 *
 * @param stream number of the conversation
 * @param to number of the target
 * @param method name of what is called
 * @param body the arguments
 * @param <V> the record of the arguments
 */
public record Call<V extends Serializable>(long stream, long to, String method, V body) implements Serializable {
    /** Numbers of a link that has been in use for a while: two bytes in encodings that save some. */
    static final long STREAM = 12_345;

    static final long TARGET = 7;

    /** A call with a sample's arguments. */
    static Call<?> of(Sample sample) {
        return new Call<>(STREAM, TARGET, sample.method(), sample.body());
    }
}
