// SPDX-License-Identifier: Apache-2.0
/**
 * Encodings of frames: the contract here, one package per encoding below.
 *
 * <p>May import: remoting.frame, remoting.value.
 */
package io.troupe.remoting.codec;
