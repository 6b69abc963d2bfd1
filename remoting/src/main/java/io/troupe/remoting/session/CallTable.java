// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.call.MethodInfo;
import io.troupe.core.reference.ReferenceType;
import io.troupe.remoting.value.MethodSerializer;
import io.troupe.remoting.value.TypeSerializers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The callable methods of one actor type by their names on the wire: {@code take(int,int)}, or {@code take} alone where that is
 * clear. Immutable; any thread.
 */
final class CallTable {
    private final ReferenceType<?> type;
    private final Map<String, Entry> byName = new HashMap<>();
    private int methods;

    /**
     * A callable method.
     *
     * @param index in the reference type
     * @param method with its serializers
     */
    record Entry(int index, MethodSerializer method) {}

    private CallTable(ReferenceType<?> type) {
        this.type = type;
    }

    /**
     * The table of a type.
     *
     * @param type of the references
     * @param serializers to which everything is added that the methods lead to
     * @param only names of the methods that may be called; null: all
     * @throws IllegalArgumentException if a method has a type without encoding, or a name means no method; lists all
     */
    static CallTable of(ReferenceType<?> type, TypeSerializers serializers, @Nullable Set<String> only) {
        CallTable table = new CallTable(type);
        List<String> wrong = new ArrayList<>();
        List<MethodInfo> methods = type.methods();
        for (int i = 0; i < methods.size(); i++) {
            MethodInfo method = methods.get(i);
            if (only == null || only.contains(method.name())) {
                try {
                    table.add(new Entry(i, serializers.of(method)));
                } catch (IllegalArgumentException e) {
                    wrong.add(method + ": " + e.getMessage());
                }
            }
        }
        if (only != null) {
            for (String name : only) {
                if (methods.stream().noneMatch(method -> method.name().equals(name))) {
                    wrong.add("there is no such method: method=" + name);
                }
            }
        }
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException("an exposed type must have methods whose types can travel: type="
                    + type.type().getName() + ", violations=" + wrong.size() + "\n  " + String.join("\n  ", wrong));
        }
        return table;
    }

    private void add(Entry entry) {
        methods++;
        MethodInfo method = entry.method().method();
        String name = method.name();
        byName.put(entry.method().wireName(), entry);
        addUnlessAmbiguous(name, entry);
        addUnlessAmbiguous(ParameterKinds.of(entry.method().wireName()), entry);
    }

    /** An ambiguous short name is kept as an entry with index -1, so that a third method does not make it clear again. */
    private void addUnlessAmbiguous(String name, Entry entry) {
        byName.merge(name, entry, (one, other) -> new Entry(-1, other.method()));
    }

    /**
     * Finds a method: by its full name; else, for peers whose parameter types have other names, by name and kinds of
     * parameters: what was a whole number there is one here.
     *
     * @param wireName as it came
     * @return null if there is none, or the name alone is not clear
     */
    @Nullable
    Entry find(String wireName) {
        Entry exact = byName.get(wireName);
        if (exact == null) {
            exact = byName.get(ParameterKinds.of(wireName));
        }
        return exact == null || exact.index() < 0 ? null : exact;
    }

    /** How many methods may be called. */
    int methods() {
        return methods;
    }

    /** The type whose methods these are. */
    ReferenceType<?> type() {
        return type;
    }
}
