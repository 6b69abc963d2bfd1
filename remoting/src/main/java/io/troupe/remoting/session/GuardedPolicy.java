// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.call.Caller;
import io.troupe.remoting.link.CallPolicy;
import io.troupe.remoting.value.MethodSerializer;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A policy that may throw: that is a no, and goes to the log more and more rarely. Any thread. */
final class GuardedPolicy {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedPolicy.class);

    private final CallPolicy policy;
    private final AtomicLong undecided = new AtomicLong();

    GuardedPolicy(CallPolicy policy) {
        this.policy = policy;
    }

    /** Why it does not allow a call, or null. */
    @Nullable
    String denial(@Nullable Caller caller, String target, MethodSerializer method) {
        String name = caller == null ? "unknown" : caller.name();
        try {
            if (policy.allows(caller, target, method.method())) {
                return null;
            }
        } catch (Throwable e) { // an error is no reason to end the link, and what it says is not for callers
            undecided(name, target, method, e);
        }
        return "the policy of the other side must allow a call: caller=" + name + ", target=" + target + ", method="
                + method.wireName();
    }

    private void undecided(String caller, String target, MethodSerializer method, Throwable cause) {
        long count = undecided.incrementAndGet();
        if (Long.bitCount(count) == 1) { // callers must not fill the log
            LOG.warn(
                    "a policy must decide about a call: times={}, caller={}, target={}, method={}",
                    count,
                    caller,
                    target,
                    method.wireName(),
                    cause);
        }
    }
}
