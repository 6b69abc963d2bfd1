// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.actor.TypeName;
import io.troupe.cluster.actor.VirtualActor;
import io.troupe.core.promise.Promise;
import java.util.Collection;

/** Burns at one place, without being called. */
@TypeName("lamp")
public class Lamp extends VirtualActor<Lamp> {
    private final String member;
    private final Collection<String> burning;

    /** One that notes where it burns in a collection. */
    Lamp(String member, Collection<String> burning) {
        this.member = member;
        this.burning = burning;
    }

    @Override
    protected Promise<?> onStart() {
        burning.add(member);
        return Promise.done();
    }

    @Override
    protected void onStop() {
        burning.remove(member);
    }

    public Promise<String> where() {
        return Promise.of(member);
    }

    public void fail() {
        burning.remove(member); // there is no last turn
        throw new IllegalStateException("on purpose");
    }

    public void goOut() {
        context().stop();
    }
}
