// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.message.PlainText;
import io.troupe.remoting.link.CallInterceptor;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who sees the calls over links, in order. Any thread. */
final class Interceptors {
    private static final Logger LOG = LoggerFactory.getLogger(CallInterceptor.class);

    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    /** Replaced as a whole; null as long as there is none, which is all that calls look at then. */
    private volatile CallInterceptor @Nullable [] all;

    Interceptors() {}

    /** Adds one behind the others. */
    synchronized void add(CallInterceptor interceptor) {
        CallInterceptor[] before = all;
        CallInterceptor[] more = before == null ? new CallInterceptor[1] : Arrays.copyOf(before, before.length + 1);
        more[more.length - 1] = interceptor;
        all = more;
    }

    /** All of them, in order; null: none. Not to be changed. */
    CallInterceptor @Nullable [] all() {
        return all;
    }

    /** Whether there are none. */
    boolean isEmpty() {
        return all == null;
    }

    /** One has thrown: tells of the first failure of each method of its class. Returns its class. */
    String failed(CallInterceptor interceptor, String method, Throwable cause) {
        String type = interceptor.getClass().getName();
        if (reported.add(type + "." + method)) {
            LOG.error(
                    "an interceptor must not throw: method={}.{}, cause={}; further failures of it are not logged",
                    type,
                    method,
                    PlainText.of(cause.toString()),
                    cause);
        }
        return type;
    }
}
