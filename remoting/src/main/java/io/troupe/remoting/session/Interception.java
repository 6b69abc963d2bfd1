// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.call.Caller;
import io.troupe.core.call.MethodInfo;
import io.troupe.dispatch.timer.Clock;
import io.troupe.remoting.link.CallInterceptor;
import io.troupe.remoting.link.InterceptedCall;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One call on its way past the interceptors. Begins on the loop and ends once, on any thread; who ends it has seen it begin. */
final class Interception implements InterceptedCall {
    private static final CallInterceptor[] NONE = {};

    private final Interceptors interceptors;
    private final CallInterceptor[] asked;
    private final boolean outgoing;
    private final boolean result;
    private final String peer;
    private final String target;
    private final MethodInfo method;
    private final int size;
    private final @Nullable Caller caller;
    private final Clock clock;
    private final long begunAt;
    private Map<String, String> headers = Map.of();
    private @Nullable String refusal;
    private boolean beginning;

    /** How many have seen it. */
    private int seen;

    private Interception(
            Clock clock,
            Interceptors interceptors,
            boolean outgoing,
            boolean result,
            String peer,
            String target,
            MethodInfo method,
            int size,
            @Nullable Caller caller) {
        CallInterceptor[] all = interceptors.all();
        this.clock = clock;
        this.begunAt = clock.nanos();
        this.interceptors = interceptors;
        this.asked = all == null ? NONE : all;
        this.outgoing = outgoing;
        this.result = result;
        this.peer = peer;
        this.target = target;
        this.method = method;
        this.size = size;
        this.caller = caller;
    }

    /** A call of this side. */
    static Interception outgoing(
            Clock clock, Interceptors interceptors, boolean result, String peer, String target, MethodInfo method) {
        return new Interception(clock, interceptors, true, result, peer, target, method, 0, null);
    }

    /** A call of the other side. */
    static Interception incoming(
            Clock clock,
            Interceptors interceptors,
            boolean result,
            String peer,
            String target,
            MethodInfo method,
            int size,
            @Nullable Caller caller) {
        return new Interception(clock, interceptors, false, result, peer, target, method, size, caller);
    }

    /**
     * Asks the interceptors.
     *
     * @param given headers of the call so far; {@link #headers} has those that were added, too
     * @return why the call is refused, as a sentence; null: it is not
     */
    @Nullable
    String begin(Map<String, String> given) {
        headers = given;
        beginning = true;
        for (CallInterceptor one : asked) {
            seen++;
            try {
                if (outgoing) {
                    one.outgoing(this);
                } else {
                    one.incoming(this);
                }
            } catch (Throwable e) {
                String type = interceptors.failed(one, outgoing ? "outgoing" : "incoming", e);
                refusal = "an interceptor must not throw, its call fails: interceptor=" + type;
            }
            if (refusal != null) {
                break;
            }
        }
        beginning = false;
        headers = Map.copyOf(headers);
        return refusal;
    }

    /** Whether it was refused, by an interceptor or because one has thrown. */
    boolean isRefused() {
        return refusal != null;
    }

    /** Tells those who have seen it. */
    void end(@Nullable Throwable failure) {
        Duration took = Duration.ofNanos(clock.nanos() - begunAt);
        for (int i = 0; i < seen; i++) {
            try {
                asked[i].ended(this, took, failure);
            } catch (Throwable e) {
                String unused = interceptors.failed(asked[i], "ended", e);
            }
        }
    }

    @Override
    public boolean isOutgoing() {
        return outgoing;
    }

    @Override
    public boolean hasResult() {
        return result;
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public String target() {
        return target;
    }

    @Override
    public MethodInfo method() {
        return method;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Map<String, String> headers() {
        return beginning ? Map.copyOf(headers) : headers;
    }

    @Override
    public void header(String name, String value) {
        checkBeginning();
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(value, "value");
        if (!outgoing) {
            throw new IllegalStateException("headers are added by who calls: header=" + name);
        }
        Map<String, String> changed = new HashMap<>(headers);
        changed.put(name, value);
        headers = changed;
    }

    @Override
    public @Nullable Caller caller() {
        return caller;
    }

    @Override
    public void refuse(String reason) {
        checkBeginning();
        refusal = "an interceptor refuses the call: " + reason;
    }

    private void checkBeginning() {
        if (!beginning) {
            throw new IllegalStateException("a call can be changed and refused only while it begins: method=" + method);
        }
    }
}
