// SPDX-License-Identifier: Apache-2.0
/**
 * Listens in: a proxy that passes bytes on and says what frames they are.
 *
 * <pre>
 * dialler ⇄ Tap ⇄ acceptor
 *            └ TapLink (both directions) → TapDirection (one: cuts and decodes) → TappedFrame → whoever wants to see it
 * </pre>
 *
 * May import: remoting.codec, remoting.value, net.transport, remoting.value.
 */
package io.troupe.remoting.tap;
