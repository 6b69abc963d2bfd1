// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import io.troupe.examples.objstore.filestorage.Vote;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An error reply: the name of an exception of Python, and what its constructor gets.
 *
 * @param type module and class
 * @param arguments a list or a map
 */
public record Fault(String type, Object arguments) {
    private static final String ERRORS = "ZODB.POSException.";

    /** No such object. */
    static Fault missing(long oid) {
        return new Fault(ERRORS + "POSKeyError", List.of(ZeoCodec.id(oid)));
    }

    /** The server, or the client, may not write. */
    static Fault readOnly() {
        return new Fault(ERRORS + "ReadOnlyError", List.of());
    }

    /** The step does not fit to the state of the transaction. */
    static Fault transaction(String sentence) {
        return new Fault(ERRORS + "StorageTransactionError", List.of(sentence));
    }

    /** The storage cannot do it now. */
    static Fault storage(String sentence) {
        return new Fault(ERRORS + "StorageError", List.of(sentence));
    }

    /** There is no room for a transaction now. The one error that makes clients try a transaction again. */
    static Fault busy(String sentence) {
        return conflict("ConflictError", sentence, null, null);
    }

    /** An object has changed that was to be deleted, or that was read. */
    static Fault outdated(Vote.Outdated vote) {
        return conflict(
                vote.read() ? "ReadConflictError" : "ConflictError",
                vote.read() ? "database read conflict error" : "database conflict error",
                ZeoCodec.id(vote.oid()),
                List.of(ZeoCodec.id(vote.committed()), ZeoCodec.id(vote.serial())));
    }

    private static Fault conflict(String type, String message, byte @Nullable [] oid, @Nullable List<byte[]> serials) {
        Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
        arguments.put("message", message);
        arguments.put("oid", oid);
        arguments.put("serials", serials);
        return new Fault(ERRORS + type, arguments);
    }

    /** The operation is not of this server. */
    static Fault unknown(String operation) {
        return new Fault(
                "builtins.NotImplementedError",
                List.of("an operation must be one that this server has: operation=" + operation));
    }

    /** The arguments do not fit. */
    static Fault value(String sentence) {
        return new Fault("builtins.ValueError", List.of(sentence));
    }
}
