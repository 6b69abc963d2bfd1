// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.host.ContextHeaders;
import io.troupe.core.message.PlainText;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.Headers;
import io.troupe.remoting.value.WireException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What calls carry besides their arguments: contexts become headers here, and headers contexts. Loop only, unless said
 * otherwise.
 */
final class CallHeaders {
    private static final Logger LOG = LoggerFactory.getLogger(CallHeaders.class);
    private static final Tally DROPPED = new Tally();
    private static final Tally LEFT_OUT = new Tally();

    private final SessionState state;
    private final @Nullable ContextHeaders contexts;
    private final LongAdder dropped = new LongAdder();

    /**
     * None yet.
     *
     * @param contexts of the actor system, or null
     */
    CallHeaders(@Nullable ContextHeaders contexts, SessionState state) {
        this.contexts = contexts;
        this.state = state;
    }

    /** What the calling thread's calls are to carry; null for nothing. Any thread. */
    @Nullable
    Object capture() {
        ContextHeaders all = contexts;
        return all == null ? null : all.capture();
    }

    /** The call with the headers of a context, as far as there are any and the other side knows them. */
    Frame on(Frame call, @Nullable Object captured) {
        ContextHeaders all = contexts;
        if (all == null || captured == null || !state.peerTakesHeaders()) {
            return call;
        }
        Map<String, String> headers = of(all, captured);
        return headers.isEmpty() ? call : new Frame.Headed(headers, false, call);
    }

    private static Map<String, String> of(ContextHeaders all, Object captured) {
        Map<String, String> headers = new HashMap<>();
        all.write(captured, more -> add(headers, more));
        return headers;
    }

    /**
     * The same for a call that interceptors see.
     *
     * @throws WireException if they refuse it, or add more than fits
     */
    Frame on(Frame call, @Nullable Object captured, Interception seen) {
        ContextHeaders all = contexts;
        String refusal =
                seen.begin(all == null || captured == null || !state.peerTakesHeaders() ? Map.of() : of(all, captured));
        if (refusal == null) {
            refusal = Headers.violation(seen.headers());
        }
        if (refusal != null) {
            throw new WireException(refusal);
        }
        return seen.headers().isEmpty() || !state.peerTakesHeaders()
                ? call
                : new Frame.Headed(seen.headers(), false, call);
    }

    /** Adds all or nothing. */
    private static void add(Map<String, String> headers, Map<String, String> more) {
        Map<String, String> both = new HashMap<>(headers);
        both.putAll(more);
        String violation = Headers.violation(both);
        if (violation == null) {
            headers.putAll(more);
            return;
        }
        long count = LEFT_OUT.next();
        if (count > 0) {
            LOG.warn("headers of a context carrier are left out: cause={}, leftOutSoFar={}", violation, count);
        }
    }

    /** Some have come that make no sense. */
    void came(Frame.Headed frame) {
        if (frame.dropped()) {
            dropped("frame", Headers.MOST_BYTES + " bytes of texts by name are allowed");
        }
    }

    /** The context of a call that has come with headers, or null. */
    @Nullable
    Object context(Map<String, String> headers) {
        ContextHeaders all = contexts;
        return all == null ? null : all.read(headers, (carrier, cause) -> dropped(carrier, String.valueOf(cause)));
    }

    /** Runs something in the context of a call that has come. */
    void in(Map<String, String> headers, Runnable work) {
        ContextHeaders all = contexts;
        if (all == null) {
            work.run();
        } else {
            all.run(context(headers), work);
        }
    }

    private void dropped(String where, String cause) {
        dropped.increment();
        long count = DROPPED.next();
        if (count > 0) {
            LOG.warn(
                    "headers of a call must make sense, they are left out: peer={}, in={}, cause={}, droppedSoFar={}",
                    PlainText.of(state.peer()),
                    where,
                    PlainText.of(cause),
                    count);
        }
    }

    /** How often headers made no sense. Any thread. */
    long dropped() {
        return dropped.sum();
    }
}
