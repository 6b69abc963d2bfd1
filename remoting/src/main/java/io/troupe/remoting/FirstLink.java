// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting;

import io.troupe.core.continuation.SettablePromise;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLoss;

/** A link that is dialled for the first time. Tells whoever has waited long enough why there is none so far. */
final class FirstLink extends SettablePromise<Link> {
    private final Link link;

    FirstLink(Link link) {
        this.link = link;
    }

    @Override
    protected String label() {
        return "the first link to " + link.peer();
    }

    @Override
    protected String whereabouts() {
        LinkLoss last = link.lastLoss();
        return "dialling, address=" + link.peer() + (last == null ? "" : ", lastAttempt=" + last.cause());
    }
}
