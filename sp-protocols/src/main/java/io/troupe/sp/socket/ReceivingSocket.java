// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

/** A socket that only receives: PULL. Thread-safe. */
public interface ReceivingSocket extends SpSocket, Receiver {}
