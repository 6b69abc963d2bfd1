// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * A carrier of SLF4J's mapped diagnostic context: the log lines of all actors that work on one request show its keys. Over
 * links only the listed keys travel, as headers {@code mdc.KEY}. Register it with the system builder.
 */
public final class MdcCarrier implements ContextCarrier {
    private static final String PREFIX = "mdc.";

    private final Set<String> headers;

    /**
     * Makes a carrier.
     *
     * @param overLinks keys that travel to other processes; none: the context stays in this process
     */
    public MdcCarrier(String... overLinks) {
        headers = Arrays.stream(Objects.requireNonNull(overLinks, "overLinks"))
                .map(key -> PREFIX + key)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public @Nullable Object capture() {
        Map<String, String> current = MDC.getCopyOfContextMap();
        return current == null || current.isEmpty() ? null : current;
    }

    @Override
    public @Nullable Object install(@Nullable Object carried) {
        Object before = capture();
        if (carried == null) {
            MDC.clear();
        } else {
            MDC.setContextMap(map(carried));
        }
        return before;
    }

    @SuppressWarnings("unchecked") // capture or read made it
    private static Map<String, String> map(Object carried) {
        return (Map<String, String>) carried;
    }

    @Override
    public Set<String> headers() {
        return headers;
    }

    @Override
    public Map<String, String> write(Object carried) {
        Map<String, String> written = new HashMap<>();
        Map<String, String> map = map(carried);
        for (String header : headers) {
            String value = map.get(header.substring(PREFIX.length()));
            if (value != null) {
                written.put(header, value);
            }
        }
        return written;
    }

    /**
     * Takes the texts, if all of them are safe to be written to a log.
     *
     * @param came texts by names of headers, at least one
     * @return the map to install, by keys
     * @throws IllegalArgumentException if a text has characters that end lines, or that a terminal obeys
     */
    @Override
    public Object read(Map<String, String> came) {
        Map<String, String> map = new HashMap<>();
        came.forEach((header, value) -> {
            if (!value.codePoints().allMatch(MdcCarrier::isHarmless)) {
                throw new IllegalArgumentException(
                        "a text for a log must have no characters that control anything: header=" + header);
            }
            map.put(header.substring(PREFIX.length()), value);
        });
        return map;
    }

    private static boolean isHarmless(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
