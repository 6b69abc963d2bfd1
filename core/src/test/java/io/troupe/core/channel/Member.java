// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** An actor that runs what a test gives it, and notes what it has seen. */
public class Member extends Actor<Member> {
    final List<Object> seen = new ArrayList<>();

    /** Runs the code in a turn. */
    public void run(Consumer<Member> code) {
        code.accept(this);
    }

    /** Runs the code in a turn, with a result. */
    public <T> Promise<T> ask(Function<Member, Promise<T>> code) {
        return code.apply(this);
    }

    void see(Object what) {
        seen.add(what);
    }

    void stop() {
        context().stop();
    }

    Member me() {
        return self();
    }
}
