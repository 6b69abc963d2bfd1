// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

/**
 * Why something failed in the other process.
 *
 * @param code what the caller can tell apart
 * @param type class name of the exception there, or empty
 * @param text for people
 */
public record Failure(Code code, String type, String text) {
    /** Kinds of failures. Names and order are part of the wire format: new ones go to the end, before UNKNOWN. */
    public enum Code {
        /** The method threw, or its promise failed. */
        FAILED,
        /** The target has stopped. */
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
        /** A code that this version does not know. */
        UNKNOWN
    }
}
