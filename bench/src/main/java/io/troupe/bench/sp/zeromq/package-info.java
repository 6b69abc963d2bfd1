// SPDX-License-Identifier: Apache-2.0
/**
 * ZeroMQ in Java, the messaging sockets a user of the JVM would take today.
 *
 * <pre>
 *   JeroMqStack → PAIR (one sender) or PUSH/PULL (more) · REQ/REP
 * </pre>
 *
 * May import: sp.stack.
 */
package io.troupe.bench.sp.zeromq;
