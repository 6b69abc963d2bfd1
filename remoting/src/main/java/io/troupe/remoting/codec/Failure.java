// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import java.util.Map;

/**
 * Why something failed in the other process.
 *
 * @param code what the caller can tell apart
 * @param type class name of the exception there, or empty; of a call that was not served the name of the kind of refusal
 * @param text for people
 * @param fields facts: about a call that was not served, that failed with an actor that has ended, or that came too late; about a
 *     message in pieces for which there was no room; else none
 */
public record Failure(Code code, String type, String text, Map<String, String> fields) {
    /** More facts than this are not looked at. */
    static final int MOST_FIELDS = 16;

    /** Characters of a fact. */
    static final int LONGEST_FIELD = 1024;

    /** Copies the map. */
    public Failure {
        fields = Map.copyOf(fields);
    }

    /** Without facts. */
    public Failure(Code code, String type, String text) {
        this(code, type, text, Map.of());
    }

    /** As it comes from the other side: facts that are too many or too long are dropped, all of them. */
    static Failure received(Code code, String type, String text, Map<String, String> fields) {
        boolean odd = fields.size() > MOST_FIELDS
                || fields.entrySet().stream()
                        .anyMatch(field ->
                                field.getKey().length() + field.getValue().length() > LONGEST_FIELD);
        return new Failure(code, type, text, odd ? Map.of() : fields);
    }

    /** Kinds of failures. Names and order are part of the wire format: new ones go to the end, before UNKNOWN. */
    public enum Code {
        /** The method threw, or its promise failed. */
        FAILED,
        /** The target has stopped, or another actor that the facts name. */
        STOPPED,
        /** The deadline had passed before the call began. */
        EXPIRED,
        /** The caller had given up. */
        CANCELLED,
        /** There is no such target. */
        NO_TARGET,
        /** The target has no such method, or it is not exposed. */
        NO_METHOD,
        /** The arguments do not fit or cannot be decoded. */
        BAD_ARGUMENTS,
        /** The result cannot be encoded. */
        BAD_RESULT,
        /** Too much is going on: safe to try again later. */
        BUSY,
        /** What was received is not allowed at this point. */
        PROTOCOL,
        /** The caller has not, or no longer, the right to call it. */
        DENIED,
        /** Whatever stands behind the target did not serve the call: the type says why, in a word, and the fields have the facts. */
        NOT_SERVED,
        /** A code that this version does not know. */
        UNKNOWN
    }
}
