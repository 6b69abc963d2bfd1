// SPDX-License-Identifier: Apache-2.0
/**
 * The conversations of a link: whatever has a number and two ends, such as promises and callbacks that were handed over.
 *
 * <pre>
 *   out: ExportedPromise, RemoteCallback, OutboundStream → StreamMessages, StreamItem → OutCell → …
 *   in:  … → Streams.find → StreamHandler: RemotePromise, ExportedCallback, InboundStream's, DuplexStream (both ways)
 *   StreamHost: the port to the session
 * </pre>
 *
 * May import: remoting.codec, remoting.link, remoting.outbound, remoting.pacing, remoting.value, remoting.table, remoting.text,
 * remoting.value.
 */
package io.troupe.remoting.session.stream;
