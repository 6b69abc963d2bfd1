// SPDX-License-Identifier: Apache-2.0
/**
 * A network that fails on purpose, for programs that talk over TCP.
 *
 * <pre>
 *   dialler ⇄ WireProxy ⇄ target
 *     per connection: WireLink, per direction: WirePump (reads → waits its time → writes), ruled by a WireFlow
 * </pre>
 *
 * May import: nothing of this module.
 */
package io.troupe.testkit.wire;
