// SPDX-License-Identifier: Apache-2.0
/**
 * Our sockets with those of nanomsg and nng, as users of both would run them.
 *
 * <pre>
 * Ours      a socket of ours by its role ⇄ Partner   nanocat, nngcat or pynng in the partner's role
 * EveryProtocolTest   every role × transport × direction × peer
 * other tests         what more than two sockets, or a death, make of it
 * </pre>
 *
 * <p>May import: io.troupe.sp.peers and all of the module.
 */
package io.troupe.sp.interop;
