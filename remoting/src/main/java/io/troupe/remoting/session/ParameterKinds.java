// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import java.util.Map;

/**
 * What kinds of values a method takes, by its name on the wire: types of one kind can stand for each other in two versions of a
 * program, types of two kinds cannot. {@code pay(long)} and {@code pay(java.lang.Integer)} are the same, {@code pay(double)} is
 * not.
 */
final class ParameterKinds {
    private static final String WHOLE = "whole";
    private static final String REAL = "real";
    private static final String LIST = "list";
    private static final String MAP = "map";

    /** Of types of the JDK that have a relative; another one is a kind of its own. */
    private static final Map<String, String> KINDS = Map.ofEntries(
            Map.entry("byte", WHOLE),
            Map.entry("short", WHOLE),
            Map.entry("int", WHOLE),
            Map.entry("long", WHOLE),
            Map.entry("java.lang.Byte", WHOLE),
            Map.entry("java.lang.Short", WHOLE),
            Map.entry("java.lang.Integer", WHOLE),
            Map.entry("java.lang.Long", WHOLE),
            Map.entry("float", REAL),
            Map.entry("double", REAL),
            Map.entry("java.lang.Float", REAL),
            Map.entry("java.lang.Double", REAL),
            Map.entry("java.lang.Boolean", "boolean"),
            Map.entry("java.lang.Character", "char"),
            Map.entry("java.lang.Iterable", LIST),
            Map.entry("java.util.Collection", LIST),
            Map.entry("java.util.List", LIST),
            Map.entry("java.util.Queue", LIST),
            Map.entry("java.util.Deque", LIST),
            Map.entry("java.util.Set", LIST),
            Map.entry("java.util.SortedSet", LIST),
            Map.entry("java.util.NavigableSet", LIST),
            Map.entry("java.util.Map", MAP),
            Map.entry("java.util.SortedMap", MAP),
            Map.entry("java.util.NavigableMap", MAP));

    private ParameterKinds() {}

    /**
     * A name with kinds in the place of types, which no method can have as its name.
     *
     * @param wireName as it comes over links; without a list of parameters it stays as it is
     */
    static String of(String wireName) {
        int open = wireName.indexOf('(');
        if (open < 0 || !wireName.endsWith(")")) {
            return wireName;
        }
        StringBuilder kinds = new StringBuilder(wireName.substring(0, open)).append("/(");
        for (String type : wireName.substring(open + 1, wireName.length() - 1).split(",", -1)) {
            kinds.append(kind(type.strip())).append(',');
        }
        return kinds.append(')').toString();
    }

    private static String kind(String type) {
        if (type.endsWith("[]") && !type.equals("byte[]")) { // bytes are no numbers
            return kind(type.substring(0, type.length() - 2)) + "[]";
        }
        String known = KINDS.get(type);
        if (known != null) {
            return known;
        }
        boolean ofUsers = type.indexOf('.') > 0 && !type.startsWith("java.") && !type.startsWith("io.troupe.core.");
        return ofUsers ? "value" : type;
    }
}
