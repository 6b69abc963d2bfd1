// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import io.troupe.examples.objstore.filestorage.Vote;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

    /** An object has changed that was to be deleted, or that was read. */
    static Fault outdated(Vote.Outdated vote) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        arguments.put("message", vote.read() ? "database read conflict error" : "database conflict error");
        arguments.put("oid", ZeoCodec.id(vote.oid()));
        arguments.put("serials", List.of(ZeoCodec.id(vote.committed()), ZeoCodec.id(vote.serial())));
        return new Fault(ERRORS + (vote.read() ? "ReadConflictError" : "ConflictError"), arguments);
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
