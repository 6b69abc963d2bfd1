// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.troupe.bench.run.plan.Part;
import io.troupe.bench.run.plan.Plan;
import io.troupe.bench.run.plan.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is known about a run beside its figures, kept in {@code run.json} from its first second on: a run that was killed is
 * one whose state still says that it runs. The thread that measures writes; a shutdown hook may end the record, and after its
 * end nothing is written any more.
 */
final class RunRecord {
    /** State of a run that goes on, or was killed. */
    static final String RUNNING = "running";

    /** State of a run that was stopped by its user; what it had measured is there. */
    static final String INTERRUPTED = "interrupted";

    /** How the state of a run begins that could not go on; the reason follows. */
    static final String FAILED = "failed: ";

    /** State of a run that did all of its plan. */
    static final String FINISHED = "finished";

    private final Folder folder;
    private final Profile profile;
    private final Map<String, Progress> parts = new LinkedHashMap<>();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final Map<String, Double> noise = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();
    private final String begun = now();
    private String state = RUNNING;

    private static final class Progress {
        private final Part part;
        private int done;
        private int failed;

        private Progress(Part part) {
            this.part = part;
        }
    }

    /** Of a run that has not begun. */
    RunRecord(Folder folder, Profile profile, Plan plan) {
        this.folder = folder;
        this.profile = profile;
        plan.parts().forEach(part -> parts.put(part.name(), new Progress(part)));
        notes.addAll(plan.leftOut());
    }

    /** Adds facts about machine, virtual machine and peers. */
    synchronized void environment(Map<String, String> facts) throws IOException {
        environment.putAll(facts);
        save();
    }

    /** Adds what the run of one system against itself showed. */
    synchronized void noise(Map<String, Double> figures) throws IOException {
        noise.putAll(figures);
        save();
    }

    /** Adds a sentence: what is marked, missing or failed. */
    synchronized void note(String sentence) throws IOException {
        notes.add(sentence);
        save();
    }

    /** Counts a step of a part. */
    synchronized void step(Part part, boolean success) throws IOException {
        Progress progress = parts.get(part.name());
        if (progress != null) {
            progress.done += success ? 1 : 0;
            progress.failed += success ? 0 : 1;
        }
        save();
    }

    /** Ends the record, once; later calls of anything change nothing. */
    synchronized void end(String endState) throws IOException {
        if (state.equals(RUNNING)) {
            state = endState;
            write();
        }
    }

    private void save() throws IOException {
        if (state.equals(RUNNING)) {
            write();
        }
    }

    private void write() throws IOException {
        Folder.write(folder.record(), file -> Files.writeString(file, text()));
    }

    private String text() {
        ObjectNode run =
                JsonNodeFactory.instance.objectNode().put("state", state).put("profile", profile.name());
        run.putObject("settings")
                .put("forks", profile.forks())
                .put("warmUps", profile.warmUps())
                .put("iterations", profile.iterations())
                .put("millis", profile.millis());
        run.put("begun", begun).put("written", now());
        ObjectNode facts = run.putObject("environment");
        environment.forEach(facts::put);
        ObjectNode figures = run.putObject("noise"); // JSON knows neither NaN nor infinity
        noise.forEach((name, figure) -> figures.put(name, Double.isFinite(figure) ? figure : null));
        ArrayNode sentences = run.putArray("notes");
        notes.forEach(sentences::add);
        ArrayNode all = run.putArray("parts");
        for (Progress progress : parts.values()) {
            Part part = progress.part;
            all.addObject()
                    .put("suite", part.suite())
                    .put("part", part.name())
                    .put("file", "raw/" + part.name() + ".json")
                    .put("steps", part.works().size() * part.rounds())
                    .put("done", progress.done)
                    .put("failed", progress.failed);
        }
        return run.toPrettyString() + "\n";
    }

    private static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
