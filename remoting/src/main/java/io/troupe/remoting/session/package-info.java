// SPDX-License-Identifier: Apache-2.0
/**
 * One connection from the greeting to its end: brings the parts together that send, receive and keep count.
 *
 * <pre>
 *   out: session.far: FarOutlet → OutCell → Sending → LinkWriter → …
 *   in:  … → Session.onBytes → Reading → session.inbound: Router → Gate → Outlet of the actor
 *                                      → session.stream: Streams → StreamEnd
 *        Tables: references, promises and callbacks ↔ numbers;  Life: greeting, heartbeat, end;  Complaints: NAKs
 * </pre>
 *
 * Nearly everything here belongs to the loop of the connection. May import: remoting.codec, remoting.exposure, remoting.frame,
 * remoting.link, remoting.outbound, remoting.pacing, remoting.session.*, remoting.shape, remoting.text,
 * remoting.transport, remoting.wire.
 */
package io.troupe.remoting.session;
