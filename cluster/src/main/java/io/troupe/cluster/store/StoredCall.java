// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

/**
 * A call that was done, and is not to be done again.
 *
 * @param id of the call, unique for its actor
 * @param method that it called
 * @param reply what its caller was told, encoded; not to be changed
 * @param expires when it may be forgotten, in milliseconds of the epoch; {@link Long#MAX_VALUE}: with the effect that it is
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record StoredCall(String id, String method, byte[] reply, long expires) {}
