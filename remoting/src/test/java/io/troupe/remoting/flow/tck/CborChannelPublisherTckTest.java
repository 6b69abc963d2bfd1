// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.flow.tck;

import io.troupe.remoting.Encoding;

public class CborChannelPublisherTckTest extends ChannelLinkRules {
    public CborChannelPublisherTckTest() {
        super(Encoding.CBOR);
    }
}
