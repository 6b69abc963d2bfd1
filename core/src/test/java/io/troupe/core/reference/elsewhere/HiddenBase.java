// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference.elsewhere;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;

abstract class HiddenBase<S, V> extends Actor<S> {
    private int total;
    private V kept;

    public void add(Object number) {
        total += ((Number) number).intValue();
    }

    public void keep(V value) {
        kept = value;
    }

    public void drop(V value) {
        kept = value.equals(kept) ? null : kept;
    }

    public Promise<V> kept() {
        return Promise.of(kept);
    }

    public Promise<Integer> total() {
        return Promise.of(total);
    }

    protected void inherited() {
        total++;
    }

    void unreachable() {
        total++;
    }
}
