// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run.view;

import io.troupe.bench.run.store.Folder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What a run needs of those who look at the machine and make reports. Used by one thread. */
public interface Reporting {
    /**
     * Where it runs.
     *
     * @param facts in the order in which they are shown
     * @param marks sentences about what makes figures doubtful, such as a processor that is stolen
     */
    record Surroundings(Map<String, String> facts, List<String> marks) {}

    /**
     * Two runs beside each other.
     *
     * @param text for the terminal
     * @param json the same for programs
     * @param regression whether something became worse beyond the noise
     */
    record Comparison(String text, String json, boolean regression) {}

    /** Looks at the machine. */
    Surroundings surroundings();

    /**
     * Writes the report of a run, finished or not, from its files.
     *
     * @return a summary for the terminal
     * @throws IOException if a file cannot be read or written
     */
    String report(Folder folder) throws IOException;

    /** Compares the raw files of two runs. */
    Comparison compare(Path before, Path after);
}
