// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.flow.tck;

import io.troupe.remoting.Encoding;

public class CborPublisherTckTest extends PublisherRules {
    public CborPublisherTckTest() {
        super(Encoding.CBOR, "tcp://127.0.0.1:0");
    }
}
