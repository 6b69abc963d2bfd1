// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.exposure;

import io.troupe.core.message.MethodInfo;
import io.troupe.core.reference.ReferenceType;
import io.troupe.remoting.shape.MethodShape;
import io.troupe.remoting.types.Shapes;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The names under which this process lets itself be called. Any thread. */
public final class Exposures {
    private final Shapes shapes;
    private final Map<String, Exposure> byName = new ConcurrentHashMap<>();
    private final Map<ReferenceType<?>, CallTable> whole = new ConcurrentHashMap<>();
    private final Map<MethodInfo, MethodShape> called = new ConcurrentHashMap<>();

    /**
     * A name and what is behind it.
     *
     * @param name for callers
     * @param reference to the actor
     * @param table its callable methods
     */
    public record Exposure(String name, Object reference, CallTable table) {}

    /**
     * Nothing is exposed.
     *
     * @param shapes grow with what is exposed
     */
    public Exposures(Shapes shapes) {
        this.shapes = shapes;
    }

    /**
     * Makes an actor callable.
     *
     * @param name for callers
     * @param reference to it
     * @param only names of the methods that may be called; null: all
     * @throws IllegalArgumentException if the name is taken or its methods cannot be called from elsewhere
     */
    public void add(String name, Object reference, @Nullable Set<String> only) {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9_./-]{0,127}")) {
            throw new IllegalArgumentException("an exposed name must be 1 to 128 letters, digits, '-', '_', '.' or '/',"
                    + " beginning with a letter or digit: name=" + name);
        }
        CallTable table = CallTable.of(ReferenceType.ofReference(reference), shapes, only);
        if (byName.putIfAbsent(name, new Exposure(name, reference, table)) != null) {
            throw new IllegalArgumentException("a name can be exposed once: name=" + name + "; conceal it first");
        }
    }

    /** Ends the exposure of a name; references that others hold by number stay valid. Returns whether there was one. */
    public boolean remove(String name) {
        return byName.remove(name) != null;
    }

    /** What is exposed by a name, or null. */
    public @Nullable Exposure find(String name) {
        return byName.get(name);
    }

    /**
     * All methods of a type: of references that were handed over in messages.
     *
     * @throws IllegalArgumentException if they cannot be called from elsewhere
     */
    public CallTable tableOf(ReferenceType<?> type) {
        CallTable known = whole.get(type);
        return known != null ? known : whole.computeIfAbsent(type, any -> CallTable.of(any, shapes, null));
    }

    /**
     * The shapes of a method that is called elsewhere.
     *
     * @throws IllegalArgumentException if a type has no encoding
     */
    public MethodShape shapeOf(MethodInfo method) {
        MethodShape known = called.get(method);
        return known != null ? known : called.computeIfAbsent(method, shapes::of);
    }

    /** The types that may travel. */
    public Shapes shapes() {
        return shapes;
    }
}
