// SPDX-License-Identifier: Apache-2.0
/**
 * Waiting, inboxes and outlets of SP sockets; in their package, as parts are hidden from others.
 */
package io.troupe.sp.flow;
