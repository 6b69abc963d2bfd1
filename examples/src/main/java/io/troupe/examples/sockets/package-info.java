// SPDX-License-Identifier: Apache-2.0
/** The smallest program with sockets of the scalability protocols. */
package io.troupe.examples.sockets;
