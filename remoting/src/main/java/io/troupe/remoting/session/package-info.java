// SPDX-License-Identifier: Apache-2.0
/**
 * Links of this process and what goes over them: one connection is a session, from its greeting to its end.
 *
 * <pre>
 *   DialledLink, AcceptedLink (BasicLink) → LinkHandler (agrees on a codec) → Session
 *
 *   out: RemoteOutlet → OutCell → OutgoingCalls → LinkWriter → Connection
 *   in:  Connection → Session.onBytes → FrameDispatcher → InboundCalls → InboundQueue → Outlet of the actor
 *                                                       → Streams → StreamHandler
 *   HandleTables: references, promises and callbacks ↔ numbers (ExportTable, ImportTable, Streams)
 *   topics: LocalTopic → SubscriberQueue → OutboundStream;  Reactive Streams: FlowSender, FlowReceiver
 * </pre>
 *
 * May import: remoting.codec, remoting.link, remoting.pacing, remoting.topic, net.transport, remoting.value.
 */
package io.troupe.remoting.session;
