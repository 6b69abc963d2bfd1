// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.TypeName;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;

/** A number, and updates where none may be. */
@TypeName("careless")
public class Careless extends DurableActor<Careless, Careless.State> {
    /** What is kept. */
    public record State(long number) {
        State plus(long more) {
            return new State(number + more);
        }
    }

    @Override
    protected State initial() {
        return new State(0);
    }

    public Promise<Long> add(long more) {
        return update(s -> s.plus(more)).map(State::number);
    }

    public Promise<Long> addWhileAdding() {
        return update(s -> {
                    update(inner -> inner.plus(10));
                    return s.plus(100);
                })
                .map(State::number);
    }

    public Promise<Long> addWhileCausing() {
        return update(s -> s.plus(100), effects -> update(inner -> inner.plus(10)))
                .map(State::number);
    }

    public Promise<Long> addElsewhere() {
        CompletablePromise<Long> answer = new CompletablePromise<>();
        Thread other = new Thread(
                () -> {
                    try {
                        update(s -> s.plus(100)).then(s -> answer.complete(s.number()));
                    } catch (RuntimeException e) {
                        answer.fail(e);
                    }
                },
                "elsewhere");
        other.start();
        return answer;
    }
}
