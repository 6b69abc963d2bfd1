// SPDX-License-Identifier: Apache-2.0
/**
 * What sockets share.
 *
 * <p>May import: error, transport.
 */
package io.troupe.sp.engine;
