// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report;

import io.troupe.bench.harness.Spread;
import io.troupe.bench.results.Better;
import io.troupe.bench.results.Role;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** How a figure stands beside the best peer or the best limit of its cell, in words. */
final class Standing {
    private static final String NOTHING = "–";

    private final Role role;
    private final Optional<Row> best;
    private final Better better;

    /**
     * Looks for the best.
     *
     * @param role among whom
     */
    Standing(List<Row> cell, Role role, Better better) {
        this.role = role;
        this.better = better;
        Comparator<Row> byMedian =
                Comparator.comparingDouble(row -> row.spread().median());
        best = cell.stream()
                .filter(row -> row.role() == role && row.isMeasured())
                .min(better == Better.LOWER ? byMedian : byMedian.reversed());
    }

    /** The row itself: another one with the same figures is equal to the best, not the best. */
    @SuppressWarnings("ReferenceEquality")
    private boolean isBest(Row row) {
        return best.isPresent() && best.get() == row;
    }

    /** As "3.50 × better"; with ≈ in front if the ranges have something in common. */
    String words(Row row) {
        if (best.isEmpty() || !row.isMeasured()) {
            return NOTHING;
        }
        if (isBest(row)) {
            return role == Role.PEER ? "best peer" : "limit";
        }
        Spread own = row.spread();
        Spread other = best.get().spread();
        String sign = own.overlaps(other) ? "≈ " : "";
        double times = better.timesBetter(own.median(), other.median());
        if (own.median() == other.median()) {
            return sign + "equal";
        }
        if (!(times > 0) || Double.isInfinite(times)) {
            return NOTHING;
        }
        String shown = Numbers.times(Math.max(times, 1 / times));
        return sign + (shown.equals("1.00") ? "equal" : shown + (times > 1 ? " × better" : " × worse"));
    }

    /** With whom, as "beside pekko: 77.3"; empty if there is nobody. */
    String beside() {
        return best.map(row -> "beside " + row.system() + ": "
                        + Numbers.value(row.spread().median()))
                .orElse("");
    }
}
