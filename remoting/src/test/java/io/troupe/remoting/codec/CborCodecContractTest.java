// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

class CborCodecContractTest extends CodecContract {
    @Override
    protected Codec codec() {
        return new CborCodec();
    }
}
