// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.filterbank;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The size of it.
 *
 * @param channels 1 or more
 * @param taps coefficients of a filter, and the length of a delay plus one
 * @param samples of a run
 */
record Bank(int channels, int taps, int samples) {
    private static final int PERIOD = 1_000;

    /** The signal. */
    static double sample(int number) {
        return number % PERIOD;
    }

    /** New kernels of a channel. */
    List<Kernel> channel(int channel) {
        return Kernel.channel(channel, taps, channels);
    }

    /** A sum in the order of the channels. */
    static double combine(double[] row) {
        double sum = 0;
        for (double value : row) {
            sum += value;
        }
        return sum;
    }

    /** Continues a fingerprint that depends on the order and on every bit. */
    static long fingerprint(long before, double value) {
        return 31 * before + Double.doubleToLongBits(value);
    }

    /** The fingerprint of the whole output. */
    long expected() {
        List<List<Kernel>> bank =
                IntStream.range(0, channels).mapToObj(this::channel).toList();
        long fingerprint = 0;
        for (int i = 0; i < samples; i++) {
            double[] row = new double[channels];
            for (int channel = 0; channel < channels; channel++) {
                double value = sample(i);
                for (Kernel kernel : bank.get(channel)) {
                    value = kernel.apply(value);
                }
                row[channel] = value;
            }
            fingerprint = fingerprint(fingerprint, combine(row));
        }
        return fingerprint;
    }
}
