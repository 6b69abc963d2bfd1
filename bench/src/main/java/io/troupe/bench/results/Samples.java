// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.results;

import io.troupe.bench.harness.Spread;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Figures by fork (or round) and iteration. Iterations of one fork share a virtual machine and are not independent: tests and
 * spreads take the median of each fork as one sample. Immutable.
 */
public final class Samples {
    private final double[][] forks;

    private Samples(double[][] forks) {
        this.forks = forks;
    }

    /**
     * Figures by fork and iteration.
     *
     * @throws IllegalArgumentException if there is none, a fork has none, or one is not finite
     */
    public static Samples of(double[]... forks) {
        double[][] copy = new double[forks.length][];
        if (forks.length == 0) {
            throw new IllegalArgumentException("samples must have a fork: forks=0");
        }
        for (int i = 0; i < forks.length; i++) {
            copy[i] = forks[i].clone();
            if (copy[i].length == 0 || !Arrays.stream(copy[i]).allMatch(Double::isFinite)) {
                throw new IllegalArgumentException(
                        "each fork must have finite figures: fork=" + i + ", figures=" + Arrays.toString(copy[i]));
            }
        }
        return new Samples(copy);
    }

    /** One figure per fork or round. */
    public static Samples single(double... rounds) {
        return of(Arrays.stream(rounds).mapToObj(round -> new double[] {round}).toArray(double[][]::new));
    }

    /** How many forks. */
    public int forks() {
        return forks.length;
    }

    /** The iterations of a fork, in order. */
    public double[] iterations(int fork) {
        return forks[fork].clone();
    }

    /** The median of each fork, in order: the samples. */
    public double[] medians() {
        return Arrays.stream(forks)
                .mapToDouble(fork -> Spread.of(fork).median())
                .toArray();
    }

    /** All iterations of all forks. */
    public double[] all() {
        return Arrays.stream(forks).flatMapToDouble(DoubleStream::of).toArray();
    }

    /** Median, lowest and highest of the forks' medians. */
    public Spread spread() {
        return Spread.of(medians());
    }

    /** The median of the forks' medians: the figure. */
    public double median() {
        return spread().median();
    }

    /** These samples and further forks. */
    public Samples and(Samples more) {
        double[][] both = Arrays.copyOf(forks, forks.length + more.forks.length);
        System.arraycopy(more.forks, 0, both, forks.length, more.forks.length);
        return new Samples(both);
    }

    /** All figures times a factor, which changes the unit. */
    public Samples times(double factor) {
        return of(Arrays.stream(forks)
                .map(fork -> Arrays.stream(fork).map(value -> value * factor).toArray())
                .toArray(double[][]::new));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Samples samples && Arrays.deepEquals(forks, samples.forks);
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(forks);
    }

    @Override
    public String toString() {
        return List.of(forks).stream().map(Arrays::toString).toList().toString();
    }
}
