// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.actor;

import io.troupe.sp.socket.Receiver;
import io.troupe.sp.socket.Sender;
import org.jspecify.annotations.Nullable;

/**
 * One message at a time.
 *
 * @param in where it comes from
 * @param out where the answer goes; null: there is none
 */
record Conversation(Receiver in, @Nullable Sender out) {}
