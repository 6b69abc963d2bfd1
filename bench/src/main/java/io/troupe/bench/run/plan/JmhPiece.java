// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run.plan;

import java.util.List;
import java.util.Map;

/**
 * JMH benchmarks that a pattern finds.
 *
 * @param name a short word
 * @param pattern for the names of benchmarks, as JMH's include
 * @param batchMillis how long one invocation takes, roughly: no iteration is shorter
 * @param quick values of parameters in the profile quick; others are as the benchmark has them
 * @param full values of parameters in the profile full
 */
public record JmhPiece(
        String name, String pattern, int batchMillis, Map<String, List<String>> quick, Map<String, List<String>> full)
        implements Piece {

    /** The values of parameters that are not as the benchmark has them. */
    public Map<String, List<String>> params(Profile profile) {
        return profile.isFull() ? full : quick;
    }
}
