// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.chameneos;

import io.troupe.bench.harness.Parts;
import io.troupe.core.actor.Actor;

/** Meets others. */
class Creature extends Actor<Creature> {
    private final Mall mall;
    private final Parts parts;
    private Colour colour;
    private int meetings;

    Creature(Mall mall, Parts parts, Colour colour) {
        this.mall = mall;
        this.parts = parts;
        this.colour = colour;
    }

    public void begin() {
        mall.meet(self(), colour);
    }

    public void meet(Creature other, Colour otherColour) {
        colour = colour.after(otherColour);
        other.change(colour);
        met();
    }

    public void change(Colour newColour) {
        colour = newColour;
        met();
    }

    public void closed() {
        parts.complete(meetings);
        meetings = 0;
    }

    private void met() {
        meetings++;
        mall.meet(self(), colour);
    }
}
