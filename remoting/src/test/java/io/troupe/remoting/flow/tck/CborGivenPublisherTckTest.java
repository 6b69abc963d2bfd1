// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.flow.tck;

import io.troupe.remoting.Encoding;

public class CborGivenPublisherTckTest extends GivenPublisherRules {
    public CborGivenPublisherTckTest() {
        super(Encoding.CBOR);
    }
}
