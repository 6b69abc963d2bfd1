// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.philosophers.remote;

import io.troupe.bench.philosophers.Forks;

/** What Pekko's table and philosophers send each other. Who is answered is Pekko's sender. */
sealed interface Note {
    /** New meals; answered by {@link Accounted}. */
    record Open(int meals) implements Note {}

    /** Somebody wants a fork; answered by {@link Given}. */
    record Take(int seat, boolean first) implements Note {}

    /** A fork is here, or there are no meals any more. */
    record Given(boolean first, boolean granted) implements Note {}

    /** Somebody has eaten. */
    record Finish(int seat) implements Note {}

    /** Asks what has happened since the last {@link Open}; answered by {@link Accounted}. */
    record Count() implements Note {}

    /** What has happened. */
    record Accounted(Forks.Account account) implements Note {}
}
