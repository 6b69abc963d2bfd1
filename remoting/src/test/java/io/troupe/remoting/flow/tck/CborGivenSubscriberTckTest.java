// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.flow.tck;

import io.troupe.remoting.Encoding;

public class CborGivenSubscriberTckTest extends GivenSubscriberRules {
    public CborGivenSubscriberTckTest() {
        super(Encoding.CBOR);
    }
}
