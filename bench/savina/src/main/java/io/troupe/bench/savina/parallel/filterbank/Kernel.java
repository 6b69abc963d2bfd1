// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.filterbank;

import java.util.Arrays;
import java.util.List;

/** One stage of a channel: a sample in, a sample out. Owned by one actor's turns. */
abstract class Kernel {
    /** The next sample. */
    abstract double apply(double sample);

    /** Forgets all samples. */
    abstract void reset();

    /** The stages of a channel, in order. */
    static List<Kernel> channel(int channel, int taps, int channels) {
        return List.of(
                new Delay(taps - 1),
                new Fir(coefficients(taps, channel + 1)),
                new Thinning(channels),
                new Delay(taps - 1),
                new Fir(coefficients(taps, channel + channels + 1)));
    }

    private static double[] coefficients(int taps, int phase) {
        double[] coefficients = new double[taps];
        Arrays.setAll(coefficients, i -> StrictMath.cos((double) phase * i) / (i + 1));
        return coefficients;
    }

    /** Samples come out so much later, zeros first. */
    private static final class Delay extends Kernel {
        private final double[] ring;
        private int at;

        Delay(int length) {
            ring = new double[Math.max(1, length)];
        }

        @Override
        double apply(double sample) {
            double old = ring[at];
            ring[at] = sample;
            at = at + 1 == ring.length ? 0 : at + 1;
            return old;
        }

        @Override
        void reset() {
            Arrays.fill(ring, 0);
            at = 0;
        }
    }

    /** A finite impulse response filter. */
    private static final class Fir extends Kernel {
        private final double[] coefficients;
        private final double[] ring;
        private int at;

        Fir(double[] coefficients) {
            this.coefficients = coefficients;
            this.ring = new double[coefficients.length];
        }

        @Override
        double apply(double sample) {
            ring[at] = sample;
            double sum = 0;
            int from = at;
            for (double coefficient : coefficients) {
                sum += coefficient * ring[from];
                from = from == 0 ? ring.length - 1 : from - 1;
            }
            at = at + 1 == ring.length ? 0 : at + 1;
            return sum;
        }

        @Override
        void reset() {
            Arrays.fill(ring, 0);
            at = 0;
        }
    }

    /** Lets one sample of a number through, zeros instead of the others. */
    private static final class Thinning extends Kernel {
        private final int factor;
        private int at;

        Thinning(int factor) {
            this.factor = factor;
        }

        @Override
        double apply(double sample) {
            double passed = at == 0 ? sample : 0;
            at = at + 1 == factor ? 0 : at + 1;
            return passed;
        }

        @Override
        void reset() {
            at = 0;
        }
    }
}
