// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ContextCarrier;
import io.troupe.core.actor.MdcCarrier;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.contract.TraceContextCarrier.TraceContext;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.MDC;
import org.slf4j.helpers.BasicMDCAdapter;
import org.slf4j.spi.MDCAdapter;

/** The context of calls travels over links in their headers, if its carrier says so, and stays apart from that of others. */
@ParameterizedClass
@EnumSource(Encoding.class)
class HeadersContractTest {
    private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    private static final String OTHER = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-00";

    private final TraceContextCarrier trace = new TraceContextCarrier();
    private final StayingCarrier staying = new StayingCarrier();
    private final Oversized oversized = new Oversized();
    private final MDCAdapter mdc = MDC.getMDCAdapter();
    private final Pair pair;

    HeadersContractTest(Encoding encoding) throws ReflectiveOperationException {
        use(new BasicMDCAdapter());
        pair = Pair.open(
                encoding,
                Way.TCP,
                builder -> builder.carrier(oversized)
                        .carrier(trace)
                        .carrier(staying)
                        .carrier(new MdcCarrier("request")),
                config -> config);
    }

    @AfterEach
    void close() throws ReflectiveOperationException {
        pair.close();
        trace.current(null);
        staying.current.remove();
        MDC.clear();
        use(mdc);
    }

    /** The binding of the tests has an adapter that keeps nothing. */
    private static void use(MDCAdapter adapter) throws ReflectiveOperationException {
        Field field = MDC.class.getDeclaredField("MDC_ADAPTER");
        field.setAccessible(true);
        field.set(null, adapter);
    }

    /** Says nothing of headers. */
    private static class StayingCarrier implements ContextCarrier {
        final ThreadLocal<String> current = new ThreadLocal<>();

        @Override
        public Object capture() {
            return current.get();
        }

        @Override
        public Object install(Object carried) {
            String before = current.get();
            current.set((String) carried);
            return before;
        }
    }

    /** Has more to say than fits. */
    private static final class Oversized extends StayingCarrier {
        @Override
        public Set<String> headers() {
            return Set.of("large");
        }

        @Override
        public Map<String, String> write(Object carried) {
            return Map.of("large", (String) carried);
        }

        @Override
        public Object read(Map<String, String> headers) {
            return headers.get("large");
        }
    }

    /** Tells what is current in its turns. */
    public static class Watcher extends Actor<Watcher> {
        private final HeadersContractTest test;
        private String told = "";

        Watcher(HeadersContractTest test) {
            this.test = test;
        }

        private String seen() {
            return test.trace.parent() + " " + test.staying.current.get() + " " + MDC.get("request") + " "
                    + MDC.get("secret") + " " + test.oversized.current.get();
        }

        public Promise<String> ask() {
            return Promise.of(seen());
        }

        public Promise<String> state() {
            return Promise.of(test.trace.state());
        }

        public void tell() {
            told = seen();
        }

        public Promise<String> told() {
            return Promise.of(told);
        }

        public void callBack(Callback<String> callback) {
            callback.item(seen());
            callback.end();
        }

        public Promise<String> onwards(Watcher next) {
            return next.ask();
        }

        public Promise<String> changing() {
            CompletablePromise<String> answer = new CompletablePromise<>();
            test.trace.current(new TraceContext(OTHER, ""));
            answer.complete("changed");
            return answer;
        }
    }

    private Watcher far() {
        return pair.remote(Watcher.class, pair.there.system.spawn(Watcher.class, () -> new Watcher(this)));
    }

    private void set() {
        trace.current(new TraceContext(PARENT, "vendor=1"));
        staying.current.set("stays");
        MDC.put("request", "r1");
        MDC.put("secret", "s1");
    }

    private void clear() {
        trace.current(null);
        staying.current.remove();
        oversized.current.remove();
        MDC.clear();
    }

    private static <T> T await(Promise<T> promise) {
        return promise.await(Node.LIMIT);
    }

    private static final String ALL = PARENT + " null r1 null null";
    private static final String NOTHING = "none null null null null";

    @Test
    void shouldRunCallsInTheContextOfTheirCaller() {
        Watcher far = far();
        assertThat(await(far.ask())).isEqualTo(NOTHING);
        set();
        Promise<String> ask = far.ask();
        Promise<String> state = far.state();
        far.tell();
        clear();
        Promise<String> without = far.ask();

        assertThat(await(ask)).isEqualTo(ALL);
        assertThat(await(state)).isEqualTo("vendor=1");
        assertThat(await(far.told())).isEqualTo(ALL);
        assertThat(await(without)).isEqualTo(NOTHING);
    }

    @Test
    void shouldContinueInTheContextOfTheCallerAndNotOfTheCallee() {
        Watcher far = far();
        set();
        Promise<String> continued = far.changing().map(answer -> answer + " " + trace.parent());
        clear();
        assertThat(await(continued)).isEqualTo("changed " + PARENT);
        assertThat(await(far.ask())).isEqualTo(NOTHING);
    }

    @Test
    void shouldPassTheContextOnToTheNextProcess() {
        Watcher here = pair.here.system.spawn(Watcher.class, () -> new Watcher(this));
        Watcher far = far();
        set();
        Promise<String> onwards = far.onwards(here);
        clear();
        assertThat(await(onwards)).isEqualTo(ALL);
    }

    @Test
    void shouldCallWithACallbackInTheContextOfTheCaller() {
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        Callback<String> callback = Callback.of(seen::add);
        Watcher far = far();
        set();
        far.callBack(callback);
        clear();
        await(callback.ended().then(nothing -> {}));
        assertThat(seen).containsExactly(ALL);
    }

    @Test
    void shouldAcceptStreamsInTheContextOfWhoOpensThem() {
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        pair.there.remoting.accept("stream", Integer.class, Integer.class, out -> {
            seen.add(trace.parent());
            out.end();
            return Callback.of(n -> {});
        });
        Callback<Integer> in = Callback.of(n -> {});
        Callback<Integer> later = Callback.of(n -> {});
        set();
        pair.link.open("stream", Integer.class, Integer.class, in).end();
        clear();
        await(in.ended().then(nothing -> {}));
        pair.link.open("stream", Integer.class, Integer.class, later).end();
        await(later.ended().then(nothing -> {}));
        assertThat(seen).containsExactly(PARENT, "none");
    }

    @Test
    void shouldSubscribeInTheContextOfTheSubscriber() {
        List<String> seen = new CopyOnWriteArrayList<>();
        CompletablePromise<Boolean> done = new CompletablePromise<>();
        pair.there.remoting.publish("numbers", Integer.class, subscriber -> {
            seen.add(trace.parent());
            subscriber.onSubscribe(new Flow.Subscription() {
                @Override
                public void request(long n) {
                    seen.add(trace.parent());
                    subscriber.onComplete();
                }

                @Override
                public void cancel() {}
            });
        });
        set();
        pair.link.publisher("numbers", Integer.class).subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(1);
            }

            @Override
            public void onNext(Integer item) {}

            @Override
            public void onError(Throwable cause) {
                done.fail(cause);
            }

            @Override
            public void onComplete() {
                done.complete(true);
            }
        });
        clear();
        await(done);
        assertThat(seen).containsExactly(PARENT, PARENT);
    }

    /** The others are not hurt by it. */
    @Test
    void shouldLeaveOutTheHeadersOfACarrierThatDoNotFit() {
        Watcher far = far();
        set();
        oversized.current.set("x".repeat(1024));
        Promise<String> tooLarge = far.ask();
        oversized.current.set("x".repeat(800));
        Promise<String> fits = far.ask();
        clear();
        assertThat(await(tooLarge)).isEqualTo(ALL);
        assertThat(await(fits)).isEqualTo(PARENT + " null r1 null " + "x".repeat(800));
    }

    @Test
    void shouldDropHeadersThatMakeNoSenseAndCountThem() {
        Watcher far = far();
        trace.current(new TraceContext("00-zero", ""));
        MDC.put("request", "r1\nforged");
        Promise<String> ask = far.ask();
        clear();
        assertThat(await(ask)).isEqualTo(NOTHING);
        assertThat(pair.back.stats().droppedHeaders()).isEqualTo(2);
        MDC.put("request", "r2");
        assertThat(await(far.ask())).isEqualTo("none null r2 null null");
    }
}
