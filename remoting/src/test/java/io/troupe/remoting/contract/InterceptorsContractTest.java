// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.error.RemoteFailedException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.link.CallInterceptor;
import io.troupe.remoting.link.InterceptedCall;
import io.troupe.testkit.Await;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Interceptors see the calls of both sides, add headers and refuse. */
@ParameterizedClass
@EnumSource(Encoding.class)
class InterceptorsContractTest {
    private final Pair pair;
    private final Clerk clerk;
    private final List<String> said = new CopyOnWriteArrayList<>();

    InterceptorsContractTest(Encoding encoding) {
        pair = Pair.open(encoding, Way.TLS);
        pair.there.remoting.expose("clerk", pair.there.system.spawn(Clerk.class, Clerk::new));
        clerk = pair.link.lookup("clerk", Clerk.class);
    }

    @AfterEach
    void close() {
        pair.close();
    }

    public static class Clerk extends Actor<Clerk> {
        private int noted;

        public void note(int number) {
            noted += number;
        }

        public Promise<Integer> noted() {
            return Promise.of(noted);
        }

        public Promise<Integer> fail() {
            throw new IllegalStateException("out of ink");
        }

        public Promise<Integer> never() {
            return new CompletablePromise<>();
        }
    }

    /** Says what it sees. */
    private final class Recorder implements CallInterceptor {
        private final String name;

        Recorder(String name) {
            this.name = name;
        }

        @Override
        public void outgoing(InterceptedCall call) {
            assertThat(call.isOutgoing()).isTrue();
            assertThat(call.caller()).isNull();
            assertThat(call.size()).isZero();
            said.add(name + " out " + call.target() + "." + call.method().name() + " " + call.headers());
            call.header(name, call.method().name());
        }

        @Override
        public void incoming(InterceptedCall call) {
            assertThat(call.isOutgoing()).isFalse();
            assertThat(call.size()).isPositive();
            assertThatThrownBy(() -> call.header("a", "b")).isInstanceOf(IllegalStateException.class);
            said.add(name + " in " + call.target() + "." + call.method().name() + " by "
                    + call.caller().name() + " " + call.headers());
        }

        @Override
        public void ended(InterceptedCall call, Duration took, @Nullable Throwable failure) {
            assertThat(took.isNegative()).isFalse();
            assertThatThrownBy(() -> call.refuse("too late")).isInstanceOf(IllegalStateException.class);
            said.add(name + " end " + call.method().name() + " " + call.hasResult() + " "
                    + (failure == null ? "well" : failure.getClass().getSimpleName()));
        }
    }

    private static <T> T await(Promise<T> promise) {
        return promise.await(Node.LIMIT);
    }

    private void awaitSaid(String what) {
        Await.until(what, Node.LIMIT, () -> said.contains(what));
    }

    @Test
    void shouldSeeCallsOnBothSidesInOrder() {
        pair.here.remoting.intercept(new Recorder("a"));
        pair.here.remoting.intercept(new Recorder("b"));
        pair.there.remoting.intercept(new Recorder("c"));
        clerk.note(5);
        awaitSaid("c end note false well");
        assertThat(said)
                .containsSubsequence("a out clerk.note {}", "b out clerk.note {a=note}", "a end note false well")
                .containsSubsequence("b out clerk.note {a=note}", "b end note false well");
        assertThat(said)
                .anyMatch(line -> line.matches("c in clerk\\.note by CN=node \\{(a=note, b=note|b=note, a=note)\\}"));
        said.clear();
        assertThat(await(clerk.noted())).isEqualTo(5);
        awaitSaid("b end noted true well");
        awaitSaid("c end noted true well");
        assertThat(said).contains("a end noted true well").hasSize(6);
    }

    @Test
    void shouldSeeHowCallsEnd() {
        pair.here.remoting.intercept(new Recorder("a"));
        pair.there.remoting.intercept(new Recorder("c"));
        assertThatThrownBy(() -> await(clerk.fail())).isInstanceOf(RemoteFailedException.class);
        awaitSaid("a end fail true RemoteFailedException");
        awaitSaid("c end fail true IllegalStateException");
        Promise<Integer> given = clerk.never();
        awaitSaid("c in clerk.never by CN=node {a=never}");
        given.cancel();
        awaitSaid("a end never true CallCancelledException");
        awaitSaid("c end never true CallCancelledException");
        Promise<Integer> lost = clerk.never();
        Await.until(
                "the call has come",
                Node.LIMIT,
                () -> pair.back.stats().framesIn() > 0
                        && said.stream()
                                        .filter(line -> line.startsWith("c in clerk.never"))
                                        .count()
                                == 2);
        pair.link.cut();
        assertThatThrownBy(() -> await(lost)).hasMessageContaining("the link was lost");
        awaitSaid("a end never true LinkLostException");
        assertThat(said.stream().filter(line -> line.startsWith("a end"))).hasSize(3);
    }

    @Test
    void shouldRefuseOnTheSideOfTheCaller() {
        pair.here.remoting.intercept(new Recorder("a"));
        pair.here.remoting.intercept(new CallInterceptor() {
            @Override
            public void outgoing(InterceptedCall call) {
                call.refuse("the budget of the tenant is spent");
            }
        });
        pair.here.remoting.intercept(new Recorder("never asked"));
        assertThatThrownBy(() -> await(clerk.noted()))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("the call must be allowed on this side")
                .hasMessageContaining("an interceptor refuses the call: the budget of the tenant is spent");
        clerk.note(1);
        pair.here.awaitLetter(DeadLetter.Reason.NOT_SENDABLE, "note");
        assertThat(said)
                .containsExactly(
                        "a out clerk.noted {}",
                        "a end noted true CallRefusedException",
                        "a out clerk.note {}",
                        "a end note false WireException");
    }

    @Test
    void shouldRefuseOnTheSideOfTheCallee() {
        pair.there.remoting.intercept(new CallInterceptor() {
            @Override
            public void incoming(InterceptedCall call) {
                if (!call.method().name().equals("noted")) {
                    call.refuse("closed on Sundays");
                }
            }
        });
        assertThatThrownBy(() -> await(clerk.fail()))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("reason=DENIED")
                .hasMessageContaining("closed on Sundays");
        clerk.note(1);
        pair.here.awaitLetter(DeadLetter.Reason.REFUSED, "note");
        assertThat(await(clerk.noted())).isZero();
    }

    @Test
    void shouldFailCallsWithHeadersThatDoNotFit() {
        pair.here.remoting.intercept(new CallInterceptor() {
            @Override
            public void outgoing(InterceptedCall call) {
                if (call.method().name().equals("fail")) {
                    call.header("large", "x".repeat(1024));
                }
            }
        });
        assertThatThrownBy(() -> await(clerk.fail()))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("the headers of a call must take at most 1024 bytes, names included: bytes=1029");
        assertThat(await(clerk.noted())).isZero();
    }

    @Test
    void shouldFailTheCallAloneWhenAHeaderIsNull() {
        pair.here.remoting.intercept(new CallInterceptor() {
            @Override
            @SuppressWarnings("NullAway") // what a user may do
            public void outgoing(InterceptedCall call) {
                if (call.method().name().equals("fail")) {
                    call.header("trace", null);
                }
            }
        });
        Promise<Integer> pending = clerk.never();
        assertThatThrownBy(() -> await(clerk.fail())).hasMessageContaining("an interceptor must not throw");
        assertThat(pending.isSettled()).isFalse();
    }

    @Test
    void shouldFailTheCallOfAnInterceptorThatThrowsAndTellOnce() {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            for (Node node : List.of(pair.here, pair.there)) {
                node.remoting.intercept(new CallInterceptor() {
                    @Override
                    public void outgoing(InterceptedCall call) {
                        if (call.method().name().equals("fail")) {
                            throw new AssertionError("out");
                        }
                    }

                    @Override
                    public void incoming(InterceptedCall call) {
                        if (call.method().name().equals("never")) {
                            throw new AssertionError("in");
                        }
                    }

                    @Override
                    public void ended(InterceptedCall call, Duration took, @Nullable Throwable failure) {
                        throw new AssertionError("end");
                    }
                });
            }
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> await(clerk.fail()))
                        .isInstanceOf(CallRefusedException.class)
                        .hasMessageContaining("an interceptor must not throw");
                assertThatThrownBy(() -> await(clerk.never()))
                        .isInstanceOf(CallRefusedException.class)
                        .hasMessageContaining("an interceptor must not throw");
                assertThat(await(clerk.noted())).isZero();
            }
        } finally {
            System.setErr(before);
        }
        String text = log.toString(StandardCharsets.UTF_8);
        assertThat(text.lines().filter(line -> line.contains("an interceptor must not throw: method=")))
                .hasSize(4); // outgoing and ended here, incoming and ended there
    }
}
