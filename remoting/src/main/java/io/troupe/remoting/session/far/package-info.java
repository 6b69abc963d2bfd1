// SPDX-License-Identifier: Apache-2.0
/**
 * Actors of the other side as seen from this one: calling, watching, holding and releasing them.
 *
 * <pre>
 *   RemoteOutlet ← ImportedOutlet (by number: ImportTable) → OutCell → OutgoingCalls → frames;  PendingCall ← Reply;  RemoteWatch ← Ended
 *   RemoteHost: the port to the session
 * </pre>
 *
 * May import: remoting.exposure, remoting.codec, remoting.outbound, remoting.session.stream, remoting.value, remoting.table,
 * remoting.text, remoting.value.
 */
package io.troupe.remoting.session.far;
