// SPDX-License-Identifier: Apache-2.0
/**
 * How values are taken apart, independent of the encoding: the contracts between types, codecs and the tables of a link.
 *
 * <pre>
 *   TypeSerializer → ValueWriter → codec
 *   TypeSerializer ← ValueReader ← codec
 *     ↕
 *   HandleExchange: references, promises, callbacks ↔ numbers
 * </pre>
 *
 * May import: remoting.wire; of core: message, promise.
 */
package io.troupe.remoting.shape;
