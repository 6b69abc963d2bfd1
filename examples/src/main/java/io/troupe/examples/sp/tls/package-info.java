// SPDX-License-Identifier: Apache-2.0
/**
 * The options of TLS, which all commands with sockets share.
 *
 * <p>May import: cli, and the module of the scalability protocols.
 */
package io.troupe.examples.sp.tls;
