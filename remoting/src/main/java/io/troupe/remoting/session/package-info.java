// SPDX-License-Identifier: Apache-2.0
/**
 * Links of this process and what goes over them: one connection is a session, from its greeting to its end.
 *
 * <pre>
 *   DialledLink, AcceptedLink (BasicLink) → LinkHandler (agrees on a codec) → Session, which makes the parts in this order:
 *
 *   SessionState   facts about the connection              Streams        numbers ↔ StreamHandler
 *   WriteQueue     what waits for the writer                OutCells       what waits for targets and streams
 *   InboundQueues  what has come and is not worked off      CallHeaders    contexts ↔ headers
 *   ------------------------------------------------------------------------------------------------
 *   calls of this side:       RemoteOutlet → OutCell → CallFrames;  OutgoingCalls, ImportTable, PendingCall, RemoteWatch
 *   calls of the other side:  InboundCalls → ExportTable → InboundQueue → Outlet;  InboundCall, InboundWatch
 *   all else that travels:    ItemStreams → promises, callbacks, DuplexStream, InboundStream, OutboundStream
 *   health:                   Greeting, Heartbeat, NakReceiver, Drain, GracefulClose
 *   ------------------------------------------------------------------------------------------------
 *   out: WriteQueue, OutCells → LinkWriter → FrameEncoder (↔ HandleTables) → Connection
 *   in:  Connection → Session.onBytes → FrameDispatcher (↔ HandleTables) → the parts
 *
 *   over links: LocalTopic → SubscriberQueue → OutboundStream;  Reactive Streams: FlowSender, FlowReceiver
 * </pre>
 *
 * A part knows what it uses of the lines above its own, and never the session.
 *
 * <p>May import: remoting.codec, remoting.link, remoting.pacing, remoting.topic, net.transport, remoting.value.
 */
package io.troupe.remoting.session;
