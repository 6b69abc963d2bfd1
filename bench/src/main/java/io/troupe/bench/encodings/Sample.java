// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.encodings;

import java.io.Serializable;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The arguments of a typical call. Each is a record: peers encode the record, Troupe its components, which are the arguments
 * of the method. Immutable; the same in every process.
 */
@SuppressWarnings("ImmutableEnumChecker") // nobody changes the array of BYTES
public enum Sample {
    /** None. */
    EMPTY(new Nothing()),
    /** Five of different types. */
    MIXED(new Mixed(1_000_003, 1_795_305_600_123L, 0.1, true, "warehouse-17")),
    /** A record with a record and a list of a hundred records. */
    NESTED(new Nested(Order.withLines(100))),
    /** An array of 1024 bytes. */
    BYTES(new Bytes(noise(1024))),
    /** A text of 10,240 characters, some of them beyond ASCII. */
    TEXT(new Text(prose(10_240)));

    private final Serializable body;
    private final String method;

    Sample(Serializable body) {
        this.body = body;
        method = Arrays.stream(body.getClass().getRecordComponents())
                .map(component -> component.getType().getTypeName())
                .collect(Collectors.joining(",", "handle(", ")"));
    }

    /** All arguments as one record. */
    public Serializable body() {
        return body;
    }

    /** The arguments one by one; never null. */
    Object[] arguments() {
        List<Object> all = new ArrayList<>();
        for (RecordComponent component : body.getClass().getRecordComponents()) {
            try {
                all.add(component.getAccessor().invoke(body));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("a component must be readable: sample=" + this, e);
            }
        }
        return all.toArray();
    }

    /** Their declared types. */
    List<Type> types() {
        return Arrays.stream(body.getClass().getRecordComponents())
                .map(RecordComponent::getGenericType)
                .toList();
    }

    /** The method that is called, as links name it. */
    String method() {
        return method;
    }

    private static byte[] noise(int size) {
        byte[] bytes = new byte[size];
        new Random(42).nextBytes(bytes);
        return bytes;
    }

    private static String prose(int size) {
        Random random = new Random(7);
        List<String> words =
                List.of("the", "actor", "sends", "a", "message", "über", "naïve", "\"link\"", "and", "waits.");
        String text = Stream.generate(() -> words.get(random.nextInt(words.size())))
                .limit(size)
                .collect(Collectors.joining(" "));
        return text.substring(0, size);
    }

    /** No arguments. */
    public record Nothing() implements Serializable {}

    /** Five arguments. */
    public record Mixed(int number, long instant, double share, boolean urgent, String place) implements Serializable {}

    /** An order. */
    public record Nested(Order order) implements Serializable {}

    /** Bytes; equal by content. */
    @SuppressWarnings("ArrayRecordComponent") // equals and hashCode look into it
    public record Bytes(byte[] bytes) implements Serializable {
        @Override
        public boolean equals(Object other) {
            return other instanceof Bytes that && Arrays.equals(bytes, that.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }
    }

    /** A long text. */
    public record Text(String text) implements Serializable {}
}
