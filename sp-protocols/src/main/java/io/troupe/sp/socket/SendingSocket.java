// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

/** A socket that only sends: PUB, PUSH. Thread-safe. */
public interface SendingSocket extends SpSocket, Sender {}
