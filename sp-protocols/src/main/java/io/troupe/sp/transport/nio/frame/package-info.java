// SPDX-License-Identifier: Apache-2.0
/**
 * Frames: bytes to messages, without any channel.
 *
 * <p>May import: error, message.
 */
package io.troupe.sp.transport.nio.frame;
