// SPDX-License-Identifier: Apache-2.0
/**
 * What a way of reaching peers has to offer; each one is a package below.
 *
 * <p>May import: error, option, pipe, protocol, stats.
 */
package io.troupe.sp.transport;
