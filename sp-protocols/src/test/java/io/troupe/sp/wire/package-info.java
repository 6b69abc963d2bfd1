// SPDX-License-Identifier: Apache-2.0
/**
 * Our sockets against bytes: what they write and take, and what they make of bytes that nobody should write. No peers needed.
 *
 * <p>May import: io.troupe.sp.peers, its wire, io.troupe.sp.interop and all of the module.
 */
package io.troupe.sp.wire;
