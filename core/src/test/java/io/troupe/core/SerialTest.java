// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SerialTest {
    private final ManualSystem test = new ManualSystem();
    private final Scripted a = test.spawn("a");
    private final List<String> begun = new ArrayList<>();
    private final List<CompletablePromise<String>> gates = new ArrayList<>();

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void shouldRunSectionsOfOneKeyOneAfterTheOther() {
        Promise<String> first = section("k");
        Promise<String> second = section("k");
        Promise<String> third = section("k");
        test.runAll();
        assertThat(begun).containsExactly("k0");
        gates.get(0).complete("one");
        test.runAll();
        assertThat(begun).containsExactly("k0", "k1");
        gates.get(1).fail(new IllegalStateException("two"));
        test.runAll();
        assertThat(begun).containsExactly("k0", "k1", "k2");
        gates.get(2).complete("three");

        assertThat(test.result(first)).isEqualTo("one");
        assertThatThrownBy(() -> test.result(second)).hasMessage("two");
        assertThat(test.result(third)).isEqualTo("three");
    }

    @Test
    void shouldRunSectionsOfDifferentKeysSideBySide() {
        section("k");
        section("l");
        test.runAll();

        assertThat(begun).containsExactly("k0", "l1");
    }

    @Test
    void shouldStayOpenAfterWorkThatThrows() {
        Promise<String> thrown = a.ask(me -> me.inside().serial("k", () -> {
            throw new IllegalStateException("work");
        }));
        Promise<String> next = section("k");
        test.runAll();
        gates.get(0).complete("x");

        assertThatThrownBy(() -> test.result(thrown)).hasMessage("work");
        assertThat(test.result(next)).isEqualTo("x");
    }

    @Test
    void shouldStopTheActorAfterAnErrorOfTheMachineInTheWork() {
        Promise<String> thrown = a.ask(me -> me.inside().serial("k", () -> {
            throw new InternalError("on purpose");
        }));
        test.runAll();

        assertThat(thrown.isFailed()).isTrue();
        assertThat(test.system.isStopped(a)).isTrue();
    }

    @Test
    void shouldEndAllSectionsAtARestart() {
        Promise<String> running = section("k");
        Promise<String> waiting = section("k");
        test.runAll();
        a.fail("broken");
        test.runAll();
        gates.get(0).complete("x");

        assertThatThrownBy(() -> test.result(running)).hasMessageContaining("maybeExecuted=true");
        assertThatThrownBy(() -> test.result(waiting)).hasMessageContaining("RESTARTED, maybeExecuted=true");
        assertThat(begun).containsExactly("k0");
        Promise<String> afterwards = section("k");
        test.runAll();
        gates.get(1).complete("y");
        assertThat(test.result(afterwards)).isEqualTo("y");
    }

    @Test
    void shouldEndWaitingSectionsAtTheEnd() {
        section("k");
        Promise<String> waiting = section("k");
        test.runAll();
        test.result(test.system.stop(a));

        assertThatThrownBy(() -> test.result(waiting)).hasMessageContaining("STOPPED, maybeExecuted=true");
    }

    private Promise<String> section(String key) {
        return a.ask(me -> me.inside().serial(key, () -> {
            CompletablePromise<String> gate = new CompletablePromise<>();
            begun.add(key + gates.size());
            gates.add(gate);
            return gate;
        }));
    }

    @Test
    void shouldNotLetTheNextBeginWhileWorkIsGoingOnThoughItsResultIsCancelled() {
        List<Promise<String>> results = new ArrayList<>();
        a.tell(me -> {
            for (int i = 0; i < 4; i++) {
                results.add(me.inside().serial("k", () -> {
                    CompletablePromise<String> gate = new CompletablePromise<>();
                    begun.add("k" + gates.size());
                    gates.add(gate);
                    return gate;
                }));
            }
            results.get(0).cancel();
            results.get(1).cancel();
        });
        test.runAll();
        assertThat(begun).containsExactly("k0");
        gates.get(0).complete("ends late");
        test.runAll();

        assertThat(begun).as("the second was cancelled while it waited").containsExactly("k0", "k1");
        gates.get(1).complete("third");
        assertThat(test.result(results.get(2))).isEqualTo("third");
    }
}
