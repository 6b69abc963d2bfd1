// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What ends up in one raw file: the benchmarks of one class, or the starts of one program.
 *
 * @param suite its suite
 * @param name names the raw file, unique in a run
 * @param works side by side what is to be compared
 * @param rounds 1 or more
 */
public record Part(String suite, String name, List<Work> works, int rounds) {
    /** Copies the list. */
    public Part {
        works = List.copyOf(works);
    }

    /**
     * All steps in their order. Every round has each work once, so a machine that gets slower is slower for all; every other
     * round runs backwards, so that nobody always follows the same neighbour.
     */
    public List<Step> steps() {
        List<Step> steps = new ArrayList<>(works.size() * rounds);
        for (int round = 1; round <= rounds; round++) {
            List<Work> order = new ArrayList<>(works);
            if (round % 2 == 0) {
                Collections.reverse(order);
            }
            for (Work work : order) {
                steps.add(new Step(round, work));
            }
        }
        return steps;
    }

    /** How long it takes, roughly. */
    public double seconds() {
        return rounds * works.stream().mapToDouble(Work::seconds).sum();
    }
}
