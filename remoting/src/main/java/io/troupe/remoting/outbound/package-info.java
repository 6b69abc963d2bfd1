// SPDX-License-Identifier: Apache-2.0
/**
 * The way out: each target of a link is a cell that is at home on the link's loop; its turn encodes what waits there.
 *
 * <pre>
 *   tell → OutCell (SendQueue: bounded, paces) → LinkWriter (Ready) → FrameEncoder → Connection
 * </pre>
 *
 * May import: remoting.codec, remoting.link, remoting.pacing, remoting.transport, remoting.value.
 */
package io.troupe.remoting.outbound;
