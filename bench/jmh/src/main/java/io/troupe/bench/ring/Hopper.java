// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.ring;

import io.troupe.bench.harness.Parts;
import io.troupe.core.actor.Actor;
import org.jspecify.annotations.Nullable;

/** Passes the token on. */
class Hopper extends Actor<Hopper> {
    private final Parts parts;
    private final int hops;
    private @Nullable Hopper next;

    Hopper(Parts parts, int hops) {
        this.parts = parts;
        this.hops = hops;
    }

    public void link(Hopper newNext) {
        next = newNext;
    }

    public void token(int hop) {
        if (hop == hops) {
            parts.complete(hop);
        } else if (next != null) {
            next.token(hop + 1);
        }
    }
}
