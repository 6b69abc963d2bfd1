// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.value.HandleExchange;

/**
 * The compact encoding, "binary". Names of types, components and methods travel once per link, so an encoder's frames must all
 * reach its decoder, in order. Half a surrogate pair in a text of the link becomes a question mark, and no text of a value has one.
 */
final class BinaryCodec implements Codec {
    @Override
    public String name() {
        return "binary";
    }

    @Override
    public FrameEncoder encoder(HandleExchange exchange, FrameLimits limits) {
        return new BinaryEncoder(exchange, limits);
    }

    @Override
    public FrameDecoder decoder(HandleExchange exchange, FrameLimits limits) {
        return new BinaryDecoder(exchange, limits);
    }
}
