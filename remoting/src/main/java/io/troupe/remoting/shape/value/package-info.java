// SPDX-License-Identifier: Apache-2.0
/**
 * The serializers of all kinds of types, from numbers to sealed families of records, and the names by which types are told.
 *
 * <pre>
 *   JdkTypes → ScalarSerializers, TextSerializers, OptionalSerializers, ListSerializer, MapSerializer;  ArraySerializers, EnumSerializer, HandleSerializers
 *   RecordSerializer → RecordField;  SealedSerializer, AnySerializer → NamedTypes → NamedType
 * </pre>
 *
 * May import: remoting.shape, remoting.shape.keys, remoting.wire.
 */
package io.troupe.remoting.shape.value;
