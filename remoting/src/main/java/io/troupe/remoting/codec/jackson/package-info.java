// SPDX-License-Identifier: Apache-2.0
/**
 * The self-describing encodings: JSON for people and scripts, CBOR for programs. Both are Jackson's streaming layer and share
 * all code but the format; nothing here ever creates an object because its class is named in the input.
 *
 * <pre>
 *   Frame → JacksonEncoder → FrameWriter → JacksonValueWriter ← TypeSerializer
 *                   ↓              ↘ JsonGenerator → FrameSink → Output
 *                 JacksonFormat: framing, factories
 *                   ↑
 *   Frame ← JacksonDecoder ← FrameFields (first pass: scalars, range of the payload)
 *             EncodedPayload → JacksonValueReader → TypeSerializer    (second pass, with the serializers of the method that is called)
 * </pre>
 *
 * <p>May import: remoting.codec, remoting.frame, remoting.value.
 */
package io.troupe.remoting.codec.jackson;
