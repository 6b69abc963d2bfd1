// SPDX-License-Identifier: Apache-2.0
/**
 * Sets and maps whose keys somebody else has chosen: putting one in takes a bounded number of comparisons, also if all keys have
 * the same hash code.
 *
 * <pre>
 *   KeyedSet → KeyedMap → HashedKey (compared by SipHash)
 * </pre>
 *
 * May import: remoting.wire.
 */
package io.troupe.remoting.shape.keys;
