// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.value.HandleExchange;

/** An encoding of frames. Stateless itself; each direction of each link has an encoder and a decoder of its own. */
public interface Codec {
    /** The compact encoding, see {@link BinaryCodec}. */
    static Codec binary() {
        return new BinaryCodec();
    }

    /** For other languages, see {@link CborCodec}. */
    static Codec cbor() {
        return new CborCodec();
    }

    /** For people and scripts, see {@link JsonCodec}. */
    static Codec json() {
        return new JsonCodec();
    }

    /** Name in the handshake: lower-case letters. */
    String name();

    /**
     * For one direction of one link.
     *
     * @param exchange tables of the link
     * @param limits that both sides have agreed on
     */
    FrameEncoder encoder(HandleExchange exchange, FrameLimits limits);

    /**
     * For one direction of one link.
     *
     * @param exchange tables of the link
     * @param limits that both sides have agreed on
     */
    FrameDecoder decoder(HandleExchange exchange, FrameLimits limits);
}
