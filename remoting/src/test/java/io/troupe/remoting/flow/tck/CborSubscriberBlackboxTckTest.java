// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.flow.tck;

import io.troupe.remoting.Encoding;

public class CborSubscriberBlackboxTckTest extends SubscriberBlackboxRules {
    public CborSubscriberBlackboxTckTest() {
        super(Encoding.CBOR, "tcp://127.0.0.1:0");
    }
}
