// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec.jackson;

import io.troupe.remoting.codec.Codec;
import io.troupe.remoting.codec.CodecContract;

class CborCodecContractTest extends CodecContract {
    @Override
    protected Codec codec() {
        return new CborCodec();
    }
}
