// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

/** A socket that sends, and as PUB or PUSH only sends. Thread-safe. */
public interface SendingSocket extends SpSocket, MessageSender {}
