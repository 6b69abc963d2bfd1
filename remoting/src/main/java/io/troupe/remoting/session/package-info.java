// SPDX-License-Identifier: Apache-2.0
/**
 * One connection from the handshake to its end: what is known about the other side, and what goes on with it.
 *
 * <pre>
 *   out: RemoteOutlet → OutCell → Session.frame → LinkWriter → …
 *   in:  … → Session.onBytes → FrameDecoder → Router → Gate → Outlet of the actor
 *        answers: InboundCall (observer of the promise) → LinkWriter;  Calls ← Reply
 *        Exports, Imports, Streams: references, promises and callbacks by number
 * </pre>
 *
 * Nearly everything here belongs to the loop of the connection. May import: remoting.codec, remoting.exposure, remoting.frame,
 * remoting.outbound, remoting.pacing, remoting.shape, remoting.table, remoting.transport, remoting.wire.
 */
package io.troupe.remoting.session;
