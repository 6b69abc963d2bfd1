// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** Carries SLF4J's mapped diagnostic context, so that log lines of all actors of one request show its keys. */
public final class MdcCarrier implements ContextCarrier {
    /** Stateless. */
    public MdcCarrier() {}

    @Override
    public @Nullable Object capture() {
        Map<String, String> current = MDC.getCopyOfContextMap();
        return current == null || current.isEmpty() ? null : current;
    }

    @Override
    @SuppressWarnings("unchecked") // capture made it
    public @Nullable Object install(@Nullable Object carried) {
        Object before = capture();
        if (carried == null) {
            MDC.clear();
        } else {
            MDC.setContextMap((Map<String, String>) carried);
        }
        return before;
    }
}
