// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.flow.tck;

import io.troupe.remoting.Encoding;

public class JsonPublisherTckTest extends PublisherRules {
    public JsonPublisherTckTest() {
        super(Encoding.JSON, "tcp://127.0.0.1:0");
    }
}
