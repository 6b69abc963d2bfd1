// SPDX-License-Identifier: Apache-2.0
package io.troupe.house.traced;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;

/** Calls between actors of one system with the default dispatcher. */
final class LocalCalls {
    private LocalCalls() {}

    /** Gets tells and asks. */
    public static class Target extends Actor<Target> {
        /** A tell. */
        public void take(int number) {
            Marks.effect();
            Operations.DONE.release();
        }

        /** An ask. */
        public Promise<Integer> twice(int number) {
            return Promise.of(2 * number);
        }
    }

    /** Asks, and goes on when the reply is there. */
    public static class Asker extends Actor<Asker> {
        /** Asks once. */
        public void ask(Target target) {
            Marks.begin();
            target.twice(21).then(answer -> {
                Marks.effect();
                Operations.DONE.release();
            });
        }
    }

    /** A tell from a plain thread. */
    static final class Tell implements Operation {
        private final Target target = ActorSystem.start("traced").spawn(Target.class, Target::new);

        @Override
        public void run() throws InterruptedException {
            Marks.begin();
            target.take(21);
            Operations.DONE.acquire();
        }
    }

    /** An ask from an actor, and its continuation there. */
    static final class Ask implements Operation {
        private final ActorSystem system = ActorSystem.start("traced");
        private final Target target = system.spawn(Target.class, Target::new);
        private final Asker asker = system.spawn(Asker.class, Asker::new);

        @Override
        public void run() throws InterruptedException {
            asker.ask(target);
            Operations.DONE.acquire();
        }
    }
}
