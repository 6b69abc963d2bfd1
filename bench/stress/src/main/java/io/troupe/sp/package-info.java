// SPDX-License-Identifier: Apache-2.0
/**
 * Waiting and the queues of SP sockets; in their package, as parts are hidden from others.
 */
package io.troupe.sp;
