// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.ContextCarrier;
import io.troupe.core.host.ContextHeaders;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The context carriers of one system as one. A carrier that throws hurts nobody: the message goes on without its part,
 * the other carriers are asked all the same, and each kind of failure is reported once. Any thread.
 *
 * <p>With one carrier the context of a message is what that carrier captured. With several it is an array with a part
 * for each, or null if no carrier had anything to carry.
 */
final class ContextCarriers implements ContextHeaders {
    /** Stands for the former context of a carrier whose install threw: there is nothing to put back. */
    private static final Object NOT_INSTALLED = new Object();

    private final ContextCarrier[] carriers;
    /** Names of the headers of each, by which it travels over links. */
    private final List<Set<String>> headers;

    /** Whether there are any. */
    private final boolean travelling;

    private final BiConsumer<String, Throwable> failures;
    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    /**
     * Carriers in the order in which they are asked.
     *
     * @param failures told about the first failure of each method of each carrier's class
     * @throws IllegalArgumentException if two of them use the same header
     */
    ContextCarriers(List<ContextCarrier> carriers, BiConsumer<String, Throwable> failures) {
        this.carriers = carriers.toArray(new ContextCarrier[0]);
        this.failures = failures;
        this.headers =
                carriers.stream().map(carrier -> Set.copyOf(carrier.headers())).toList();
        this.travelling = headers.stream().anyMatch(own -> !own.isEmpty());
        Set<String> taken = new HashSet<>();
        for (Set<String> own : headers) {
            for (String header : own) {
                if (!taken.add(header)) {
                    throw new IllegalArgumentException("a header must belong to one carrier: header=" + header);
                }
            }
        }
    }

    /** Whether one of them travels over links. */
    boolean travels() {
        return travelling;
    }

    /** Whether there is no carrier. */
    boolean isEmpty() {
        return carriers.length == 0;
    }

    /** What messages of the calling thread are to carry, or null. */
    @Override
    public @Nullable Object capture() {
        return switch (carriers.length) {
            case 0 -> null;
            case 1 -> capture(carriers[0]);
            default -> captureAll();
        };
    }

    private @Nullable Object captureAll() {
        @Nullable Object @Nullable [] parts = null;
        for (int i = 0; i < carriers.length; i++) {
            Object part = capture(carriers[i]);
            if (part != null) {
                parts = parts == null ? new Object[carriers.length] : parts;
                parts[i] = part;
            }
        }
        return parts;
    }

    /**
     * Makes a context current on the calling thread.
     *
     * @param carried from {@link #capture}; null for none
     * @return what was current before, for {@link #restore}
     */
    @Nullable
    Object install(@Nullable Object carried) {
        return switch (carriers.length) {
            case 0 -> null;
            case 1 -> install(carriers[0], carried);
            default -> installAll(carried instanceof Object[] parts ? parts : null);
        };
    }

    private Object installAll(@Nullable Object @Nullable [] parts) {
        @Nullable Object[] before = new Object[carriers.length];
        for (int i = 0; i < carriers.length; i++) {
            before[i] = install(carriers[i], parts == null ? null : parts[i]);
        }
        return before;
    }

    /**
     * Undoes {@link #install}, the last carrier first.
     *
     * @param before what install returned
     */
    void restore(@Nullable Object before) {
        if (carriers.length == 1) {
            restore(carriers[0], before);
        } else if (before instanceof Object[] parts) {
            for (int i = carriers.length - 1; i >= 0; i--) {
                restore(carriers[i], parts[i]);
            }
        }
    }

    private void restore(ContextCarrier carrier, @Nullable Object before) {
        if (before != NOT_INSTALLED) {
            Object unused = install(carrier, before);
        }
    }

    private @Nullable Object capture(ContextCarrier carrier) {
        try {
            return carrier.capture();
        } catch (Throwable e) {
            report(carrier, "capture", e);
            return null;
        }
    }

    private @Nullable Object install(ContextCarrier carrier, @Nullable Object carried) {
        try {
            return carrier.install(carried);
        } catch (Throwable e) {
            report(carrier, "install", e);
            return NOT_INSTALLED;
        }
    }

    // ---- over links ----------------------------------------------------------------------------------------------

    @Override
    public void write(Object captured, Consumer<Map<String, String>> sink) {
        for (int i = 0; i < carriers.length; i++) {
            Object part = carriers.length == 1 ? captured : part(captured, i);
            if (part != null && !headers.get(i).isEmpty()) {
                write(i, part, sink);
            }
        }
    }

    /** Null, too, if it is of a system with other carriers. */
    private @Nullable Object part(Object captured, int index) {
        return captured instanceof Object[] parts && parts.length == carriers.length ? parts[index] : null;
    }

    private void write(int index, Object part, Consumer<Map<String, String>> sink) {
        try {
            Map<String, String> written = carriers[index].write(part);
            if (!headers.get(index).containsAll(written.keySet())) {
                throw new IllegalArgumentException("a carrier must name the headers that it writes: written="
                        + written.keySet() + ", named=" + headers.get(index));
            }
            if (!written.isEmpty()) {
                sink.accept(written);
            }
        } catch (Throwable e) {
            report(carriers[index], "write", e);
        }
    }

    @Override
    public @Nullable Object read(Map<String, String> came, BiConsumer<String, Throwable> dropped) {
        @Nullable Object @Nullable [] parts = null;
        for (int i = 0; i < carriers.length; i++) {
            Object part = read(i, came, dropped);
            if (part != null) {
                parts = parts == null ? new Object[carriers.length] : parts;
                parts[i] = part;
            }
        }
        return parts == null || carriers.length > 1 ? parts : parts[0];
    }

    private @Nullable Object read(int index, Map<String, String> came, BiConsumer<String, Throwable> dropped) {
        Map<String, String> own = new HashMap<>(came);
        own.keySet().retainAll(headers.get(index));
        if (own.isEmpty()) {
            return null;
        }
        try {
            return carriers[index].read(own);
        } catch (Throwable e) {
            dropped.accept(carriers[index].getClass().getName(), e);
            return null;
        }
    }

    @Override
    public void run(@Nullable Object context, Runnable work) {
        Object before = install(context);
        try {
            work.run();
        } finally {
            restore(before);
        }
    }

    private void report(ContextCarrier carrier, String method, Throwable failure) {
        String kind = carrier.getClass().getName() + "." + method;
        if (reported.add(kind)) {
            failures.accept(
                    "a context carrier must not throw, its part is left out: method=" + kind
                            + "; further failures of this method are not logged",
                    failure);
        }
    }
}
