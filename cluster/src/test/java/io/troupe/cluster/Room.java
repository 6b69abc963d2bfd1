// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.actor.TypeName;
import io.troupe.cluster.actor.VirtualActor;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.List;

/** Keeps in memory who has come. */
@TypeName("room")
public class Room extends VirtualActor<Room> {
    private final String member;
    private final List<String> guests = new ArrayList<>();

    Room(String member) {
        this.member = member;
    }

    public Promise<List<String>> enter(String guest) {
        guests.add(guest);
        return Promise.of(List.copyOf(guests));
    }

    public void say(String guest) {
        guests.add(guest);
    }

    public Promise<List<String>> guests() {
        return Promise.of(List.copyOf(guests));
    }

    public Promise<String> where() {
        return Promise.of(member + "/" + key());
    }

    public Promise<Boolean> mayActAfter(Promise<String> signal) {
        return signal.map(any -> mayAct());
    }

    public void fail() {
        throw new IllegalStateException("on purpose");
    }
}
