// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.Supervision.Decision;
import io.troupe.core.actor.SystemListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what went wrong in the system under test. Written by any thread. */
final class Incidents implements SystemListener {
    private final List<DeadLetter> deadLetters = new CopyOnWriteArrayList<>();
    private final List<ActorFailure> failures = new CopyOnWriteArrayList<>();

    Incidents() {}

    @Override
    public void onDeadLetter(DeadLetter letter) {
        deadLetters.add(letter);
    }

    @Override
    public void onFailure(String address, Throwable cause, Decision decision) {
        failures.add(new ActorFailure(address, cause, decision));
    }

    List<DeadLetter> deadLetters() {
        return List.copyOf(deadLetters);
    }

    List<ActorFailure> failures() {
        return List.copyOf(failures);
    }

    @Override
    public String toString() {
        return "failures=" + failures + ", deadLetters=" + deadLetters;
    }
}
