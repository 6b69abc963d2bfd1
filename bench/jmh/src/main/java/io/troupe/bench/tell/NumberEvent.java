// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.tell;

/** A slot of a ring buffer. Written by the publisher, read by the handler; the ring buffer orders them. */
final class NumberEvent {
    int value;

    NumberEvent() {}
}
