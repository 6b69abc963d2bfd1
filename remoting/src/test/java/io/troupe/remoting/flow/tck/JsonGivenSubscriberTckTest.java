// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.flow.tck;

import io.troupe.remoting.Encoding;

public class JsonGivenSubscriberTckTest extends GivenSubscriberRules {
    public JsonGivenSubscriberTckTest() {
        super(Encoding.JSON);
    }
}
