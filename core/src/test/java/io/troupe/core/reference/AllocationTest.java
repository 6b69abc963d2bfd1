// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.troupe.core.actor.Actor;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Promise;
import org.junit.jupiter.api.Test;

class AllocationTest {
    private static final int CALLS = 100_000;

    @Test
    void shouldAllocate24BytesForATellWithOneArgument() {
        assumeThat(AllocatedBytes.hasCompressedReferences()).isTrue();
        KeepLast outlet = new KeepLast();
        Target target = ReferenceType.of(Target.class, null).newReference(outlet);
        assertThat(AllocatedBytes.perCall(CALLS, () -> target.hit(1))).isEqualTo(24);
        assertThat(AllocatedBytes.perCall(CALLS, () -> target.name("x"))).isEqualTo(24);
        assertThat(AllocatedBytes.perCall(CALLS, () -> target.object(this))).isEqualTo(24);
    }

    static class Target extends Actor<Target> {
        public void hit(int n) {}

        public void name(String name) {}

        public void object(Object object) {}
    }

    private static final class KeepLast implements Outlet {
        private TellMessage last;

        @Override
        public void tell(TellMessage message) {
            last = message;
        }

        @Override
        public <T> Promise<T> ask(AskMessage<T> message) {
            return message;
        }

        @Override
        public String address() {
            return "last=" + last;
        }

        @Override
        public CallbackExecutor outsideExecutor() {
            throw new UnsupportedOperationException();
        }
    }
}
