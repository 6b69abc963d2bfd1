// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.tap;

import io.troupe.remoting.codec.Codec;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.TargetId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What both directions of a link have said so far. Guarded by its {@link TapLink}. */
final class TapState {
    private static final List<Codec> CODECS = List.of(Codec.binary(), Codec.cbor(), Codec.json());
    /** Calls whose answers are still to come; one that is forgotten loses only its name. */
    private static final int MOST_CALLS = 100_000;

    private @Nullable Codec codec;
    private final Map<Boolean, Map<Long, String>> names = Map.of(true, new HashMap<>(), false, new HashMap<>());
    /** What the numbers of keys stand for, by the side that has given them. */
    private final Map<Boolean, Map<Long, String>> keys = Map.of(true, new HashMap<>(), false, new HashMap<>());

    private final Map<Long, String> calls = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, String> eldest) {
            return size() > MOST_CALLS;
        }
    };

    @Nullable
    Codec codec() {
        return codec;
    }

    /** The acceptor has chosen; returns whether that codec is known here. */
    boolean chosen(String name) {
        for (Codec known : CODECS) {
            if (known.name().equals(name)) {
                codec = known;
            }
        }
        return codec != null;
    }

    private Map<Long, String> namesOf(boolean dialler) {
        Map<Long, String> known = names.get(dialler);
        return known == null ? Map.of() : known;
    }

    /** A side has given a number to a name. */
    void named(boolean byDialler, String name, long id) {
        if (id > 0) {
            namesOf(byDialler).put(id, name);
        }
    }

    /** A side has given a number to a key of the other side, or has taken it back. */
    void numbered(boolean byDialler, Frame.KeyNumber key) {
        Map<Long, String> known = keys.get(byDialler);
        if (known != null && key.typeName().isEmpty()) {
            known.remove(key.number());
        } else if (known != null && known.size() < MOST_CALLS) {
            known.put(key.number(), key.typeName() + "/" + key.key());
        }
    }

    /** A target in words. */
    String target(boolean ofDialler, TargetId to) {
        String name = to.name();
        Map<Long, String> known = keys.get(!ofDialler); // whoever calls has given the number
        if (to.key() != null && known != null) {
            return known.getOrDefault(to.id(), to.toString());
        }
        return name != null ? name : namesOf(ofDialler).getOrDefault(to.id(), "#" + to.id());
    }

    /** A call has been made on a stream. */
    void called(long stream, String what) {
        calls.put(stream, what);
    }

    /** What was called on a stream. */
    @Nullable
    String call(long stream, boolean ended) {
        return ended ? calls.remove(stream) : calls.get(stream);
    }
}
