// SPDX-License-Identifier: Apache-2.0
/**
 * Messages of about 1 µs and of about 1 ms, half of the time for each kind. The length of a queue says nothing about the
 * work in it, and a short message may wait behind a long one.
 */
package io.troupe.bench.mixed;
