// SPDX-License-Identifier: Apache-2.0
/**
 * What travels over a link, and its three encodings. A {@link io.troupe.remoting.codec.Codec} makes the encoder and the decoder of
 * one direction each; nothing here ever creates an object because its class is named in the input.
 *
 * <pre>
 *   binary (tagged values, names that are sent once per link):   Frame ↔ BinaryEncoder, BinaryDecoder ↔ BinaryWriter, BinaryReader
 *
 *   JSON for people and scripts, CBOR for programs: Jackson's streaming layer, all code shared but the format
 *   Frame → JacksonEncoder → FrameWriter → JacksonValueWriter ← TypeSerializer
 *                   ↓              ↘ JsonGenerator → FrameSink → Output
 *                 JacksonFormat: framing, factories
 *                   ↑
 *   Frame ← JacksonDecoder ← FrameParser ← FrameFields (first pass: scalars, range of the payload)
 *             EncodedPayload → JacksonValueReader → TypeSerializer    (second pass, with the serializers of the method that is called)
 *
 *   the binary encoding:
 *   frame   = u32 length of the rest | u8 type | u8 flags | [definitions] | [headers] | fields of the type | [payload]
 *   flags   = 1: may be ignored by those who do not know the type | 2: definitions follow | 4: headers follow (of calls and openings of streams)
 *           | 8: the target of the call is the number of a key from 1, or 0 | name of the type | text key; others must be 0
 *   definitions = varint length in bytes | { 0 text | 1 layout } …   numbered from 1 in the order in which they are sent
 *   headers = varint length in bytes | { text name | text value } …  what makes no sense in it is dropped
 *   text    = varint length in bytes | UTF-8
 *   name    = varint: number of a defined text, or 0 | text
 *   layout  = name of the type | varint count | names of the components
 *   payload = varint count | values
 *   value   = tag byte, see BinaryTags | contents
 * </pre>
 *
 * Definitions of the binary encoding stand before everything else, so that a receiver learns them whatever it makes of the frame:
 * one that it refuses, does not know, or never reads. What a newer version appends to a known frame is ignored.
 *
 * <p>May import: remoting.link (limits), remoting.value.
 */
package io.troupe.remoting.codec;
