// SPDX-License-Identifier: Apache-2.0
/**
 * The scalability protocols: sockets that speak as nanomsg, nng and mangos do.
 *
 * <pre>
 *   Sockets → socket → pattern → pipe → transport → wire
 * </pre>
 *
 * May import: everything below; nothing below imports it.
 */
package io.troupe.sp;
