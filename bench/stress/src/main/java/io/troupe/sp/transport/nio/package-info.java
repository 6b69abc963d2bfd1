// SPDX-License-Identifier: Apache-2.0
/**
 * The queue before the writer of an SP pipe; in its package, as it is hidden from others.
 */
package io.troupe.sp.transport.nio;
