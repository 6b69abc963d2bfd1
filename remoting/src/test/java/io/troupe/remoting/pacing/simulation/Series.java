// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing.simulation;

import java.util.Arrays;

/** Sums and means per 20 ms. */
final class Series {
    static final long BIN = 20_000_000;
    private double[] sums = new double[512];
    private int[] counts = new int[512];

    void add(long now, double value) {
        int bin = (int) (now / BIN);
        if (bin >= sums.length) {
            sums = Arrays.copyOf(sums, bin * 2);
            counts = Arrays.copyOf(counts, bin * 2);
        }
        sums[bin] += value;
        counts[bin]++;
    }

    double sum(double fromSeconds, double toSeconds) {
        double sum = 0;
        for (int i = bin(fromSeconds); i < bin(toSeconds); i++) {
            sum += sums[i];
        }
        return sum;
    }

    double mean(double fromSeconds, double toSeconds) {
        double sum = 0;
        long count = 0;
        for (int i = bin(fromSeconds); i < bin(toSeconds); i++) {
            sum += sums[i];
            count += counts[i];
        }
        return sum / Math.max(1, count);
    }

    double mean(int bin) {
        return sums[bin] / Math.max(1, counts[bin]);
    }

    double sum(int bin) {
        return sums[bin];
    }

    static int bin(double seconds) {
        return (int) Math.round(seconds * 1e9 / BIN);
    }
}
