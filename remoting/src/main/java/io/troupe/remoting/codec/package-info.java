// SPDX-License-Identifier: Apache-2.0
/**
 * Encodings of frames: the contract here, one package per encoding below.
 *
 * <p>May import: remoting.frame, remoting.shape, remoting.wire.
 */
package io.troupe.remoting.codec;
