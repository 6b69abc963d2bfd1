// SPDX-License-Identifier: Apache-2.0
/**
 * What it costs to turn a call into bytes and back, and how many bytes: the encodings of links beside those that others use,
 * each for the same values.
 *
 * <pre>
 *   EncodeBenchmark, DecodeBenchmark, EncodedSizes → Subject: a batch that checks itself
 *                                                      → Coding of one Sample: FrameCoding | JacksonCoding | SerialCoding
 * </pre>
 */
package io.troupe.bench.encodings;
