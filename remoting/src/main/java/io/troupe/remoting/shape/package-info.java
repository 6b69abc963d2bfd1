// SPDX-License-Identifier: Apache-2.0
/**
 * Which types may travel and how their values are taken apart, independent of the encoding.
 *
 * <pre>
 *   java.lang.reflect.Type → Shapes (the allow-list) → Shape → ValueWriter → codec
 *                                                      Shape ← ValueReader ← codec
 *                                                        ↕
 *                                                     Exchange: references, promises, callbacks ↔ numbers
 * </pre>
 *
 * May import: remoting.wire; of core: actor, message, promise.
 */
package io.troupe.remoting.shape;
