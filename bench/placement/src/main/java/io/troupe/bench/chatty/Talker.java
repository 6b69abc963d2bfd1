// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.chatty;

import io.troupe.core.actor.Actor;

/** Passes a word on to a random member of its group. */
class Talker extends Actor<Talker> {
    private final Ear ear;
    private Talker[] group = {};

    Talker(Ear ear) {
        this.ear = ear;
    }

    public void meet(Talker[] members) {
        group = members;
    }

    public void talk(int left, Thread from) {
        int next = ear.heard(left, from);
        if (next >= 0) {
            group[next].talk(left - 1, Thread.currentThread());
        }
    }
}
