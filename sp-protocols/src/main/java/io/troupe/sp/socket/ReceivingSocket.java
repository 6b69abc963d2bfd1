// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

/** A socket that receives, and as PULL or SUB only receives. Thread-safe. */
public interface ReceivingSocket extends SpSocket, MessageReceiver {}
