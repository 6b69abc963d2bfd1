// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.compare;

import org.hipparchus.stat.inference.MannWhitneyUTest;
import org.hipparchus.util.CombinatoricsUtils;

/** Mann and Whitney's rank test of two independent samples, two-sided: exact for small samples without ties. */
final class MannWhitney {
    private MannWhitney() {}

    /**
     * How probable ranks at least as far apart are if both samples come from the same source.
     *
     * @param first finite values, at least one
     * @param second finite values, at least one
     */
    static double p(double[] first, double[] second) {
        double p = new MannWhitneyUTest().mannWhitneyUTest(first, second);
        return Double.isNaN(p) ? 1 : Math.min(1, p); // not a number if all values are equal
    }

    /** The smallest p that two samples of these sizes can have: that of full separation without ties. */
    static double smallest(int first, int second) {
        return Math.min(1, 2 / CombinatoricsUtils.binomialCoefficientDouble(first + second, first));
    }
}
