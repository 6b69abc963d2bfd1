// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.flow.tck;

import io.troupe.remoting.Encoding;

public class LocalSubscriberBlackboxTckTest extends SubscriberBlackboxRules {
    public LocalSubscriberBlackboxTckTest() {
        super(Encoding.BINARY, "inproc://SubscriberBlackboxRules");
    }
}
