// SPDX-License-Identifier: Apache-2.0
/**
 * Which types may travel: those of signatures and those that were registered.
 *
 * <pre>
 *   java.lang.reflect.Type → TypeSerializers (the allow-list) → TypeKey → SerializerFactory (TypeSettings, RecordAccess, TypeRefusals) → TypeSerializer
 * </pre>
 *
 * May import: remoting.shape, remoting.shape.value, remoting.wire; of core: actor, message, promise.
 */
package io.troupe.remoting.types;
