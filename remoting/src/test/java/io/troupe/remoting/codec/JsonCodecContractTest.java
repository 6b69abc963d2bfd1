// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

class JsonCodecContractTest extends CodecContract {
    @Override
    protected Codec codec() {
        return new JsonCodec();
    }
}
