// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.diagram;

import io.troupe.testkit.schedule.SimEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A diagram before it is painted: what stands in which row and between which lifelines, but no widths.
 *
 * @param title first line; may be empty
 * @param summary second line
 * @param lifelines from left to right
 * @param rows from top to bottom
 * @param folds repetitions that stand for more than they show
 * @param brackets operations of the history
 * @param lanes columns of the brackets, from left to right: the client of each; a client whose operations overlap has several
 * @param focused whether there is a past to be dark, so that all else is pale
 */
record Scene(
        String title,
        String summary,
        List<Lifeline> lifelines,
        List<Row> rows,
        List<Fold> folds,
        List<Span> brackets,
        List<String> lanes,
        boolean focused) {

    /** What stands side by side. */
    sealed interface Row {}

    /**
     * Events that are not shown.
     *
     * @param events how many, at least 1
     */
    record Gap(int events) implements Row {}

    /**
     * A rule that was broken.
     *
     * @param rule to be told
     */
    record Violation(String rule) implements Row {}

    /**
     * An event, or an arrival together with the turn that it has brought.
     *
     * @param marks one or two
     */
    record Step(List<Mark> marks) implements Row {
        SimEvent first() {
            return marks.get(0).event();
        }

        boolean isDark() {
            return marks.stream().anyMatch(Mark::dark);
        }
    }

    /**
     * An event as it is shown.
     *
     * @param event that is shown
     * @param source column of its source
     * @param target column of its target
     * @param reach the last column that it happens to, if that is a node with several; else the target
     * @param tail where its arrow begins; null: in its own row
     * @param label to be written, shortened
     * @param dark whether it belongs to the past that is looked at
     * @param held whether it was held back on purpose
     */
    record Mark(
            SimEvent event,
            int source,
            int target,
            int reach,
            @Nullable Tail tail,
            String label,
            boolean dark,
            boolean held) {}

    /**
     * The beginning of an arrow.
     *
     * @param row in which it begins
     * @param nanos when, in nanoseconds of the run
     */
    record Tail(int row, long nanos) {}

    /**
     * Rows that stand for more of the same.
     *
     * @param first row
     * @param last row, included
     * @param times how often it happened
     * @param untilNanos time of the last event that it stands for
     */
    record Fold(int first, int last, int times, long untilNanos) {
        /** In words, beside rows that tell a time. */
        String text(long shownNanos) {
            return "×" + times + (untilNanos == shownNanos ? "" : " until " + Labels.time(untilNanos));
        }
    }

    /**
     * An operation of the history beside the rows.
     *
     * @param bracket with its texts
     * @param lane column
     * @param first row at whose end it was called; -1: before the first
     * @param last row at whose end it returned; the number of rows if it is open
     */
    record Span(Bracket bracket, int lane, int first, int last) {}
}
