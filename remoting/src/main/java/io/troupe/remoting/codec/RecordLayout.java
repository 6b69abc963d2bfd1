// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

/**
 * What a record looks like: as received.
 *
 * @param type name
 * @param components names in the sender's order, interned
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and read for each component of each record
record RecordLayout(String type, String[] components) {}
