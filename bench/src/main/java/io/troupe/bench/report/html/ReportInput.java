// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.html;

import java.util.List;
import java.util.Map;

/** What the report shows; implemented once, on top of the measured results. Called by one thread, each method once or more. */
public interface ReportInput {
    /** The heading, one line, as "Benchmarks, profile quick". */
    String title();

    /**
     * What makes these figures doubtful, in sentences, as "This machine was not quiet: 12 % of its time was stolen."; empty if
     * nothing does. Shown above everything else.
     */
    List<String> marks();

    /** Where and how it was measured: names and values in the order to be shown. */
    Map<String, String> environment();

    /** What became of the targets, in the order of the targets. */
    List<Verdict> verdicts();

    /** The suites, in the order to be shown. */
    List<Section> sections();
}
