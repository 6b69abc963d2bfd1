// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.call;

import io.troupe.bench.harness.PerMessage;
import io.troupe.core.reference.ReferenceType;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Per call: encode, keep, deliver. With {@code -prof gc} the bytes per call are {@code gc.alloc.rate.norm}. "One" calls
 * one method, "eight" calls eight in turn, so that the delivery has many targets.
 */
@State(Scope.Thread)
@OperationsPerInvocation(CallEncodingBenchmark.CALLS)
public class CallEncodingBenchmark extends PerMessage {
    static final int CALLS = 1_000;

    private static final int METHODS = 8;
    private static final int ROUNDS = CALLS / METHODS;
    private static final long SUM_OF_ONE = CALLS * (CALLS - 1L) / 2;
    /** Factors 1 … 8 add up to 36. */
    private static final long SUM_OF_EIGHT = 36L * (ROUNDS * (ROUNDS - 1L) / 2);

    private final Target target = new Target();
    private final Slots slots = new Slots(target);
    private final Target reference = ReferenceType.of(Target.class, null).newReference(slots);
    private final List<Handle> handles = Handle.allOf(Target.class);

    /** A call on the reference. */
    @Benchmark
    public long oneGenerated() {
        for (int i = 0; i < CALLS; i++) {
            reference.one(i);
        }
        return checked(SUM_OF_ONE);
    }

    /** A message class with a typed field. */
    @Benchmark
    public long oneHandWritten() {
        for (int i = 0; i < CALLS; i++) {
            slots.put(new HandWritten.One(i));
        }
        return checked(SUM_OF_ONE);
    }

    /** Arguments in an array, called through a method handle. */
    @Benchmark
    public long oneMethodHandle() {
        for (int i = 0; i < CALLS; i++) {
            slots.put(handles.get(0).message(i));
        }
        return checked(SUM_OF_ONE);
    }

    /** Calls on the reference. */
    @Benchmark
    public long eightGenerated() {
        for (int i = 0; i < ROUNDS; i++) {
            reference.one(i);
            reference.two(i);
            reference.three(i);
            reference.four(i);
            reference.five(i);
            reference.six(i);
            reference.seven(i);
            reference.eight(i);
        }
        return checked(SUM_OF_EIGHT);
    }

    /** A message class per method. */
    @Benchmark
    public long eightHandWritten() {
        for (int i = 0; i < ROUNDS; i++) {
            slots.put(new HandWritten.One(i));
            slots.put(new HandWritten.Two(i));
            slots.put(new HandWritten.Three(i));
            slots.put(new HandWritten.Four(i));
            slots.put(new HandWritten.Five(i));
            slots.put(new HandWritten.Six(i));
            slots.put(new HandWritten.Seven(i));
            slots.put(new HandWritten.Eight(i));
        }
        return checked(SUM_OF_EIGHT);
    }

    /** A method handle per method. */
    @Benchmark
    public long eightMethodHandle() {
        for (int i = 0; i < ROUNDS; i++) {
            for (int method = 0; method < METHODS; method++) {
                slots.put(handles.get(method).message(i));
            }
        }
        return checked(SUM_OF_EIGHT);
    }

    private long checked(long expected) {
        long sum = target.takeSum();
        if (sum != expected) {
            throw new IllegalStateException("every call must arrive once: expected=" + expected + ", sum=" + sum);
        }
        return sum;
    }
}
