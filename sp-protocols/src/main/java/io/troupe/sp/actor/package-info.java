// SPDX-License-Identifier: Apache-2.0
/**
 * Sockets whose messages become calls of actors.
 *
 * <pre>
 *   socket → receiveLater → a turn of EndpointActor → service (a typed call) → its promise → sendLater → socket
 * </pre>
 *
 * May import: core, message, option, pattern, socket and what they import.
 */
package io.troupe.sp.actor;
