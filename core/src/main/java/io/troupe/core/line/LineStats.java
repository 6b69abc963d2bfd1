// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.line;

import java.util.List;

/**
 * A snapshot of a line. Each accepted element has one of four fates, so that, when nothing runs, {@code accepted = completed +
 * skipped + discarded + inside}. Racy while the line runs.
 *
 * @param name of the line
 * @param capacity slots of the ring
 * @param accepted elements whose publishing has succeeded
 * @param completed elements that all stages have handled
 * @param skipped elements that were left out because a handler failed
 * @param discarded elements that were in the line when it was aborted or stopped
 * @param inside elements in the ring
 * @param waiting elements of held actors and waiting threads, which are not in the ring yet and not counted as accepted
 * @param returned elements that waited for room when the line ended: their publishers were told, or they became dead letters
 * @param stages its stages, in their order
 */
public record LineStats(
        String name,
        int capacity,
        long accepted,
        long completed,
        long skipped,
        long discarded,
        long inside,
        int waiting,
        long returned,
        List<StageStats> stages) {
    /**
     * Copies the list.
     *
     * @param name of the line
     * @param capacity slots of the ring
     * @param accepted elements whose publishing has succeeded
     * @param completed elements that all stages have handled
     * @param skipped elements that were left out
     * @param discarded elements that were in the line when it ended
     * @param inside elements in the ring
     * @param waiting elements that are not in the ring yet
     * @param returned elements that waited for room when the line ended
     * @param stages its stages, in their order
     */
    public LineStats {
        stages = List.copyOf(stages);
    }

    /**
     * One cell of a line: a group of fused stages, or a single one.
     *
     * @param name of the stages, joined by {@code +}
     * @param batches how often it has taken what was there: an idle line takes none
     * @param failures elements or batches on which a handler failed for good
     */
    public record StageStats(String name, long batches, long failures) {}
}
