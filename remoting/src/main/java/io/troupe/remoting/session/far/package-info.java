// SPDX-License-Identifier: Apache-2.0
/**
 * Actors of the other side as seen from this one: calling, watching, holding and releasing them.
 *
 * <pre>
 *   FarOutlet ← RemoteOutlet (by number: Imports) → OutCell → Sending → frames;  PendingCall ← Reply;  Watching ← Ended
 *   FarHost: the port to the session
 * </pre>
 *
 * May import: remoting.exposure, remoting.frame, remoting.outbound, remoting.session.stream, remoting.shape, remoting.table,
 * remoting.text, remoting.wire.
 */
package io.troupe.remoting.session.far;
