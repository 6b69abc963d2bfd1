// SPDX-License-Identifier: Apache-2.0
/**
 * Calls of the other side: to which actor, past a gate into its mailbox, and the answer back.
 *
 * <pre>
 *   InboundCalls → ExportTable (actors by name and number) → InboundQueue → Outlet of the actor
 *   InboundCall (observer of the promise), VoidReply → LinkWriter;  InboundWatch → Ended
 *   InboundQueues: how much is held back;  QueueWatches: watches of mailboxes;  InboundHost: the port to the session
 * </pre>
 *
 * May import: remoting.exposure, remoting.codec, remoting.outbound, remoting.pacing, remoting.session.far,
 * remoting.session.stream, remoting.value, remoting.table, remoting.transport, remoting.value.
 */
package io.troupe.remoting.session.inbound;
