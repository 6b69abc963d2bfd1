// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;

/** Takes large messages, at the pace of a receiver in trouble. */
public class Sink extends Actor<Sink> {
    private static final int PERIOD = 20;

    /** How a receiver behaves. */
    enum Pace {
        /** Does nothing but count. */
        FAST,
        /** Takes a millisecond for each. */
        SLOW,
        /** Fast for some, slow for some. */
        ALTERNATING,
        /** Does nothing at all until the test lets it. */
        STOPPED
    }

    private final Pace pace;
    private long count;
    private long bytes;
    private long disorder;

    Sink(Pace pace) {
        this.pace = pace;
    }

    public record Taken(long count, long bytes, long disorder) {}

    public void take(long number, byte[] data) {
        if (number != count) {
            disorder++;
        }
        count++;
        bytes += data.length;
        if (pace == Pace.SLOW || (pace == Pace.ALTERNATING && count / PERIOD % 2 == 1)) {
            burn();
        }
    }

    private static void burn() {
        long end = System.nanoTime() + 1_000_000;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    public Promise<Taken> taken() {
        return Promise.of(new Taken(count, bytes, disorder));
    }

    public void swallow(byte[] data) {
        bytes += data.length;
    }

    /** Answers when it has seen the last byte. */
    public Promise<Integer> weigh(byte[] data) {
        return Promise.of(data.length + data[data.length - 1]);
    }

    /** Never answers. */
    public Promise<Long> hold(byte[] data) {
        bytes += data.length;
        return new CompletablePromise<>();
    }

    /** Would like to be told. */
    public void tell(Callback<byte[]> items) {
        items.item(new byte[0]);
    }

    /** Answers with so many bytes. */
    public Promise<byte[]> give(int size) {
        return Promise.of(new byte[size]);
    }

    public Promise<Long> echo(long number) {
        return Promise.of(number);
    }
}
