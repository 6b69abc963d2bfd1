// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.flow.tck;

import io.troupe.remoting.Encoding;

public class LocalSubscriberTckTest extends SubscriberRules {
    public LocalSubscriberTckTest() {
        super(Encoding.BINARY, "inproc://SubscriberRules");
    }
}
