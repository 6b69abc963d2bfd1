// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.footprint;

import io.troupe.core.actor.Actor;
import org.jspecify.annotations.Nullable;

/** Returns the ball; one of the two takes the time. */
class Player extends Actor<Player> {
    private final @Nullable RoundTrips trips;
    private @Nullable Player other;

    Player(@Nullable RoundTrips trips) {
        this.trips = trips;
    }

    public void meet(Player newOther) {
        other = newOther;
    }

    public void ball() {
        if ((trips == null || trips.ball()) && other != null) {
            other.ball();
        }
    }
}
