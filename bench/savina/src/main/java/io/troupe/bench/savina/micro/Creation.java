// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.micro;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Parts;
import io.troupe.bench.savina.support.Work;
import io.troupe.core.actor.Actor;

/** The actors of {@link ForkJoinCreateBenchmark}. */
final class Creation {
    private Creation() {}

    /** Creates children, a chunk per turn. */
    static class Parent extends Actor<Parent> {
        private final Parts parts;

        Parent(Parts parts) {
            this.parts = parts;
        }

        public void create(int left) {
            int rest = Math.max(0, left - Batch.CHUNK);
            for (int number = left; number > rest; number--) {
                context().spawn(Child.class, () -> new Child(parts)).compute(number);
            }
            if (rest > 0) {
                self().create(rest);
            }
        }
    }

    /** Computes, ends, and is counted when it has ended. */
    static class Child extends Actor<Child> {
        private final Parts parts;
        private long result;

        Child(Parts parts) {
            this.parts = parts;
        }

        public void compute(int number) {
            result = Work.of(number, 1);
            context().stop();
        }

        @Override
        protected void onStop() {
            parts.complete(result);
        }
    }
}
