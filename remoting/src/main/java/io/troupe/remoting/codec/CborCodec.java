// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.value.HandleExchange;

/**
 * The frames of {@link JsonCodec} as CBOR (RFC 8949): four bytes of length, big-endian and not counting themselves, then one
 * map with the same keys. References, promises, callbacks and typed values are the same maps as in JSON; bytes and numbers
 * that are not finite are CBOR's own.
 */
final class CborCodec implements Codec {
    @Override
    public String name() {
        return "cbor";
    }

    @Override
    public FrameEncoder encoder(HandleExchange exchange, FrameLimits limits) {
        return new JacksonEncoder(new CborFormat(limits), exchange, limits);
    }

    @Override
    public FrameDecoder decoder(HandleExchange exchange, FrameLimits limits) {
        return new JacksonDecoder(new CborFormat(limits), exchange, limits);
    }
}
