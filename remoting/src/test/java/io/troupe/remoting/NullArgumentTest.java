// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.troupe.core.ActorSystem;
import io.troupe.net.transport.Transport;
import io.troupe.remoting.link.DialConfig;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.remoting.topic.TopicConfig;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.List;
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
    private static final ActorSystem SYSTEM = ActorSystem.start("nulls");
    private static final Remoting REMOTING = Remoting.on(SYSTEM);

    @AfterAll
    static void close() {
        SYSTEM.close();
    }

    static Stream<Arguments> calls() {
        return Stream.of(remotings(), configurations(), types()).flatMap(List::stream);
    }

    private static Arguments call(String parameter, ThrowingCallable call) {
        return arguments(parameter, call);
    }

    private static List<Arguments> remotings() {
        RemotingConfig config = RemotingConfig.development();
        return List.of(
                call("system", () -> Remoting.on(null)),
                call("config", () -> Remoting.on(SYSTEM, null)),
                call("transport", () -> Remoting.on(SYSTEM, config, (Transport) null)),
                call("address", () -> REMOTING.listen(null)),
                call("address", () -> REMOTING.connect(null)),
                call("limit", () -> REMOTING.drain(null, "reason", "")),
                call("name", () -> REMOTING.accept(null, String.class, String.class, out -> out)),
                call("out", () -> REMOTING.accept("x", (Class<String>) null, String.class, out -> out)),
                call("in", () -> REMOTING.accept("x", String.class, (Class<String>) null, out -> out)),
                call("handler", () -> REMOTING.accept("x", String.class, String.class, null)),
                call("name", () -> REMOTING.publish(null, String.class, subscriber -> {})),
                call("type", () -> REMOTING.publish("x", (Class<String>) null, subscriber -> {})),
                call("name", () -> REMOTING.topic(null, String.class, TopicConfig.defaults())),
                call("type", () -> REMOTING.topic("x", (Class<String>) null, TopicConfig.defaults())),
                call("config", () -> REMOTING.topic("x", String.class, null)));
    }

    private static List<Arguments> configurations() {
        RemotingConfig config = RemotingConfig.development();
        return List.of(
                call("name", () -> Encoding.of(null)),
                call("encodings", () -> config.encodings((Encoding[]) null)),
                call("transport", () -> config.transport(null)),
                call("limits", () -> config.limits(null)),
                call("dial", () -> config.dial(null)),
                call("greetingWithin", () -> DialConfig.defaults().greetingWithin(null)),
                call("firstWithin", () -> DialConfig.defaults().firstWithin((Duration) null)),
                call("frames", () -> LinkLimits.defaults().frames(null)),
                call("heartbeat", () -> LinkLimits.defaults().heartbeat(null)),
                call("maxSlow", () -> TopicConfig.defaults().maxSlow(null)),
                call("disconnectAfter", () -> TopicConfig.defaults().disconnectAfter(null)));
    }

    private static List<Arguments> types() {
        WireTypes types = REMOTING.types();
        return List.of(
                call("types", () -> types.register((Class<?>[]) null)),
                call("type", () -> types.register((Class<?>) null)),
                call("type", () -> types.alias(null, "name")),
                call("name", () -> types.alias(Duration.class, null)),
                call("type", () -> types.adapt(null, String.class, Object::toString, text -> text)),
                call("lookup", () -> types.lookup((MethodHandles.Lookup) null)));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void shouldBeNamedLikeTheParameter(String parameter, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(parameter);
    }
}
