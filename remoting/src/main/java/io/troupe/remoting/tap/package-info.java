// SPDX-License-Identifier: Apache-2.0
/**
 * Taps links: a proxy that passes bytes on and shows which frames they are.
 *
 * <pre>
 * dialler ⇄ Tap ⇄ acceptor
 *            └ TapLink (both directions) → TapDirection (one: cuts and decodes) → TappedFrame → the sink
 * </pre>
 *
 * May import: remoting.codec, remoting.link, remoting.value, net.transport.
 */
package io.troupe.remoting.tap;
