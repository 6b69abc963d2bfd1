// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.bank;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Prints statements; warms up first; is replaced when it jams. */
public class Printer extends Actor<Printer> {
    private final CompletablePromise<Void> warm = new CompletablePromise<>();

    /** A cold printer. */
    public Printer() {}

    // tag::printer[]
    @Override
    protected Promise<?> onStart() {
        context().after(Duration.ofMillis(20), warm::complete);
        return Promise.done();
    }

    /** Writes a file: blocking work, done on a helper thread; the result comes back to this actor. */
    public Promise<Path> print(String statement) {
        return warm.flatMap(ready ->
                context().blocking(() -> Files.writeString(Files.createTempFile("statement", ".txt"), statement)));
    }

    /** A failing tell is a failure of the actor: its supervision decides. */
    public void jam() {
        throw new IllegalStateException("the printer must be fed one sheet at a time");
    }
    // end::printer[]
}
