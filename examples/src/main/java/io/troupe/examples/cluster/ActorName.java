// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cluster;

import picocli.CommandLine.Parameters;

/** The two words that name a durable actor. */
final class ActorName {
    @Parameters(index = "0", paramLabel = "TYPE", description = "Name of the class: that of @TypeName, or its own.")
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private String type;

    @Parameters(index = "1", paramLabel = "KEY", description = "Key of the actor.")
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private String key;

    String type() {
        return type;
    }

    String key() {
        return key;
    }
}
