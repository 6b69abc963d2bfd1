// SPDX-License-Identifier: Apache-2.0
/**
 * The links of this process with its peers: dialled or accepted, with names to look up, kept up by dialling again.
 *
 * <pre>
 *   Link ← DialledLink | AcceptedLink → LinkHandler (handshake) → Session → …
 *   NamedOutlet: a reference by name, bound to whatever session is up
 * </pre>
 *
 * May import: remoting.codec, remoting.exposure, remoting.fanout, remoting.flow, remoting.codec, remoting.link, remoting.outbound,
 * remoting.pacing, remoting.session, remoting.session.stream, remoting.session.far, remoting.value, remoting.text, remoting.topic,
 * remoting.transport, remoting.value.
 */
package io.troupe.remoting.peer;
