// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.flow.tck;

import io.troupe.remoting.Encoding;

public class LocalPublisherTckTest extends PublisherRules {
    public LocalPublisherTckTest() {
        super(Encoding.BINARY, "inproc://PublisherRules");
    }
}
