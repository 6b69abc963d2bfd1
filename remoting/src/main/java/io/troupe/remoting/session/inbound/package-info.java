// SPDX-License-Identifier: Apache-2.0
/**
 * Calls of the other side: to which actor, past a gate into its mailbox, and the answer back.
 *
 * <pre>
 *   Router → Exports (actors by name and number) → Gate → Outlet of the actor
 *   InboundCall (observer of the promise), Done → LinkWriter;  Watched → Ended
 *   GateKeeper: how much is held back;  Pressures: watches of mailboxes;  InboundHost: the port to the session
 * </pre>
 *
 * May import: remoting.exposure, remoting.frame, remoting.outbound, remoting.pacing, remoting.session.far,
 * remoting.session.stream, remoting.shape, remoting.table, remoting.transport, remoting.wire.
 */
package io.troupe.remoting.session.inbound;
