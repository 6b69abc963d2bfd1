// SPDX-License-Identifier: Apache-2.0
/**
 * How values are taken apart and put together, whatever the encoding: which types may travel, a serializer for each of them, and
 * the ports to encodings and to the handles of a link.
 *
 * <pre>
 *   java.lang.reflect.Type → TypeSerializers (the allow-list) → TypeKey → SerializerFactory (TypeSettings, RecordAccess, TypeRefusals) → TypeSerializer
 *
 *   TypeSerializer → ValueWriter → codec → bytes
 *   TypeSerializer ← ValueReader ← codec ← bytes
 *     ↕
 *   HandleExchange: references, promises, callbacks ↔ numbers
 *
 *   kinds of serializers:
 *   JdkTypes → ScalarSerializers, TextSerializers, OptionalSerializers, ListSerializer, MapSerializer;  ArraySerializers, EnumSerializer, HandleSerializers
 *   RecordSerializer → RecordField;  SealedSerializer, AnySerializer → NamedTypes → NamedType;  AdapterSerializer
 *
 *   keys that somebody else has chosen: KeyedSet → KeyedMap → HashedKey (compared by SipHash): putting one in takes a bounded
 *   number of comparisons, also if all keys have the same hash code
 * </pre>
 *
 * Imports no other package of remoting.
 */
package io.troupe.remoting.value;
