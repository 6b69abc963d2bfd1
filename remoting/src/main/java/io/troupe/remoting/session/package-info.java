// SPDX-License-Identifier: Apache-2.0
/**
 * One connection from the greeting to its end: brings the parts together that send, receive and keep count.
 *
 * <pre>
 *   out: session.far: FarOutlet → OutCell → Sending → LinkWriter → …
 *   in:  … → Session.onBytes → FrameDispatcher → session.inbound: Router → Gate → Outlet of the actor
 *                                      → session.stream: Streams → StreamEnd
 *        HandleTables: references, promises and callbacks ↔ numbers;  SessionState: greeting, heartbeat, end;  NakSender: NAKs
 * </pre>
 *
 * Nearly everything here belongs to the loop of the connection. May import: remoting.codec, remoting.exposure, remoting.codec,
 * remoting.link, remoting.outbound, remoting.pacing, remoting.session.*, remoting.value, remoting.text,
 * remoting.transport, remoting.value.
 */
package io.troupe.remoting.session;
