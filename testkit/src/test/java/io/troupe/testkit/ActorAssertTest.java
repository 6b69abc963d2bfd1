// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import static io.troupe.testkit.ActorAssertions.assertThatActor;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ActorAssertTest {

    @Test
    void shouldLookAtTheMailbox() {
        try (TestSystem test = TestSystem.manual()) {
            Counter counter = test.spawn(Counter.class, Counter::new);
            assertThatActor(counter).isRunning().hasEmptyMailbox();
            counter.add(1);
            counter.add(2);
            assertThatActor(counter).hasDepth(2);
            assertThatThrownBy(() -> assertThatActor(counter).hasEmptyMailbox())
                    .hasMessageContaining("expected=0, depth=2, actor=Counter[troupe://test/");
            test.assertThatActor(counter).drains().hasEmptyMailbox();
        }
    }

    @Test
    void shouldWaitForTheEnd() {
        try (TestSystem test = TestSystem.manual()) {
            Counter counter = test.spawn(Counter.class, Counter::new);
            assertThatThrownBy(() -> assertThatActor(counter).isStopped()).hasMessageContaining("must have stopped");
            assertThatThrownBy(() -> test.assertThatActor(counter).stopsWithin(Duration.ofSeconds(1)))
                    .hasMessageContaining("actor must stop")
                    .hasMessageContaining("time=PT1S");
            counter.end();
            test.assertThatActor(counter).stops().isStopped();
            assertThatThrownBy(() -> test.assertThatActor(counter).isRunning())
                    .hasMessageContaining("must not have stopped");
        }
    }

    @Test
    void shouldWaitForThreads() {
        try (TestSystem test = TestSystem.real()) {
            Counter counter = test.spawn(Counter.class, Counter::new);
            counter.add(1);
            assertThatActor(counter).drains().isRunning();
            counter.end();
            assertThatActor(counter).stopsWithin(Duration.ofSeconds(30));
        }
    }

    @Test
    void shouldRefuseADepthThatNoMailboxHas() {
        try (TestSystem test = TestSystem.manual()) {
            Counter counter = test.spawn(Counter.class, Counter::new);
            assertThatThrownBy(() -> assertThatActor(counter).hasDepth(-1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("depth must be 0 or more: depth=-1");
        }
    }

    @Test
    void shouldRefuseWhatIsNoReference() {
        assertThatThrownBy(() -> assertThatActor("text").isStopped()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> assertThatActor(null).isStopped()).isInstanceOf(AssertionError.class);
    }
}
