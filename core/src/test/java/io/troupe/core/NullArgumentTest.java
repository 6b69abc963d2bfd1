// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.DirectoryOptions;
import io.troupe.core.actor.MdcCarrier;
import io.troupe.core.actor.Supervision;
import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.channel.Flows;
import io.troupe.core.channel.Select;
import io.troupe.core.group.Group;
import io.troupe.core.line.Lines;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A null where none may be is named as the user knows it. */
@NullUnmarked
class NullArgumentTest {
    private static final ManualSystem TEST = new ManualSystem();
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Does nothing. */
    public static class Plain extends Actor<Plain> {}

    @AfterAll
    static void close() {
        TEST.close();
    }

    static Stream<Arguments> calls() {
        return Stream.of(promises(), channels(), actors()).flatMap(List::stream);
    }

    private static Arguments call(String parameter, ThrowingCallable call) {
        return arguments(parameter, call);
    }

    @SuppressWarnings({"unchecked", "FutureReturnValueIgnored"})
    private static List<Arguments> promises() {
        Promise<String> promise = new CompletablePromise<>();
        return List.of(
                call("timeout", () -> promise.timeout(null)),
                call("limit", () -> promise.await(null)),
                call("promises", () -> Promise.all((List<Promise<String>>) null)),
                call("promises", () -> Promise.all((Promise<String>[]) null)),
                call("promises", () -> Promise.any((List<Promise<String>>) null)),
                call("promises", () -> Promise.any((Promise<String>[]) null)),
                call("promises", () -> Promise.race((List<Promise<String>>) null)),
                call("promises", () -> Promise.race((Promise<String>[]) null)),
                call("promises", () -> Promise.allSettled((List<Promise<String>>) null)),
                call("promises", () -> Promise.allSettled((Promise<String>[]) null)));
    }

    private static List<Arguments> channels() {
        Channel<String> channel = Channels.buffered(2);
        return List.of(
                call("limit", () -> channel.put("x", null)),
                call("limit", () -> channel.take(null)),
                call("other", () -> channel.merge(null)),
                call("time", () -> channel.batch(1, null)),
                call("from", () -> Select.fair().receive(null, element -> element)),
                call("to", () -> Select.fair().send(null, "x", () -> "sent")),
                call("to", () -> Select.fair().sendEach(null, () -> "x", () -> "sent")),
                call(
                        "time",
                        () -> Select.fair().receive(channel, element -> element).after(null, () -> "late")),
                call("publisher", () -> Flows.each((Flow.Publisher<String>) null, element -> {})),
                call("publisher", () -> Flows.into((Flow.Publisher<String>) null, channel, 1)),
                call("stage", () -> Lines.of(Object::new, 2).stage(null)));
    }

    private static List<Arguments> actors() {
        Group<Plain> group = Group.spawn(TEST.system, Plain.class, 1, Plain::new);
        return List.of(
                call("type", () -> TEST.system.find("a", null)),
                call("reason", () -> TEST.system.deadLetters(null)),
                call("passivateAfter", () -> DirectoryOptions.defaults().passivateAfter(null)),
                call("window", () -> Supervision.restart(1, null)),
                call("minBackoff", () -> Supervision.standard().backoff(null, SECOND)),
                call("maxBackoff", () -> Supervision.standard().backoff(SECOND, null)),
                call("overLinks", () -> new MdcCarrier((String[]) null)),
                call("spawner", () -> Group.spawn(null, Plain.class, 1, Plain::new)),
                call("type", () -> Group.spawn(TEST.system, (Class<Plain>) null, 1, Plain::new)),
                call("factory", () -> Group.spawn(TEST.system, Plain.class, 1, null)),
                call("key", () -> group.keyed(null)),
                call("call", () -> group.all(null)),
                call("call", () -> group.ordered(null)));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void shouldBeNamedLikeTheParameter(String parameter, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(parameter);
    }
}
