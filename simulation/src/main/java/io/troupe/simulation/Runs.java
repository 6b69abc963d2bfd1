// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation;

import io.troupe.testkit.schedule.ScheduleFailure;
import io.troupe.testkit.schedule.ScheduleReport;
import io.troupe.testkit.schedule.Schedules;
import io.troupe.testkit.schedule.SimEvent;
import io.troupe.testkit.schedule.Simulator;
import io.troupe.testkit.schedule.Strategy;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Many runs of one test, and what is told about the first that fails. */
final class Runs {
    /** Within one step of a test: minutes of many nodes. */
    private static final long MOST_EVENTS = 10_000_000;

    private static final int LAST_EVENTS = 20;
    private static final int MOST_WORDS = 10;

    private final SimulationOptions options;
    private final Consumer<? super Simulation> body;
    private final Map<String, Boolean> sometimes = new LinkedHashMap<>();
    private final Set<String> notes = new LinkedHashSet<>();
    private Duration simulated = Duration.ZERO;

    /** Of the first run that fails; those that follow are tries to make it smaller. */
    private @Nullable String failed;

    private @Nullable Simulation last;

    Runs(SimulationOptions options, Consumer<? super Simulation> body) {
        this.options = options;
        this.body = body;
    }

    private Schedules schedules() {
        return Schedules.of(options.schedules())
                .named(options.test())
                .strategy(options.strategy())
                .realism(options.realism())
                .from(options.seed())
                .limit(MOST_EVENTS)
                .writingTo(options.folder());
    }

    SimulationReport run() {
        ScheduleReport report = schedules().run(this::once);
        if (report.first() != null) {
            throw failure(report.first());
        }
        checkSometimes();
        checkMemory();
        return new SimulationReport(report, simulated, new ArrayList<>(notes));
    }

    List<SimEvent> replay(Path file) {
        return schedules().replay(file, this::once);
    }

    private void once(Simulator simulator) {
        Simulation simulation = new Simulation(simulator);
        last = simulation;
        boolean holds = false;
        try {
            body.accept(simulation);
            holds = true;
        } finally {
            if (!holds && failed == null) {
                failed = describe(simulation);
            }
            simulation.end();
        }
        simulated = simulated.plusNanos(simulator.nanos());
        simulation.sometimes().forEach((what, seen) -> sometimes.merge(what, seen, Boolean::logicalOr));
        notes.addAll(simulation.notes());
    }

    // ---- what is checked besides ---------------------------------------------------------------------------------

    private void checkSometimes() {
        sometimes.forEach((what, seen) -> {
            if (!seen) {
                throw new AssertionError("it must be seen in some run, and never was: " + what + ", test="
                        + options.test() + ", schedules=" + options.schedules());
            }
        });
    }

    /** Whether actors of processes that have crashed are still there. */
    private void checkMemory() {
        Simulation simulation = last;
        if (simulation == null || simulation.nodes().stream().noneMatch(node -> node.starts() > 1)) {
            return;
        }
        System.gc();
        for (Node node : simulation.nodes()) {
            for (WeakReference<Object> dead : node.deadActors()) {
                Object actor = dead.get();
                if (actor != null) {
                    notes.add("an actor outlives the crash of its node, as no memory does: type="
                            + actor.getClass().getName() + ", node=" + node.name()
                            + "; something outside of the node's program holds it");
                }
            }
        }
    }

    // ---- what is told --------------------------------------------------------------------------------------------

    private static String describe(Simulation simulation) {
        StringBuilder text = new StringBuilder();
        text.append("\n  time: ").append(simulation.time());
        text.append("\n  faults: ").append(simulation.faults());
        simulation.notes().forEach(note -> text.append("\n  note: ").append(note));
        return text.toString();
    }

    private AssertionError failure(ScheduleFailure first) {
        StringBuilder text = new StringBuilder();
        text.append(options.test()).append(" fails: ").append(first.cause());
        if (first.events() == 0) {
            text.append("\n  before the first event: seed=").append(first.seed());
        } else {
            tell(first, text);
        }
        return new AssertionError(
                text.append("\n  again: ").append(again(first)).toString(), first.cause());
    }

    private void tell(ScheduleFailure first, StringBuilder text) {
        text.append("\n  seed=").append(first.seed()).append(", strategy=").append(strategy(first));
        text.append(", realism=").append(first.realism());
        text.append(", hash=").append(Long.toHexString(first.hash()));
        text.append(", events=").append(first.events());
        List<String> words = first.words();
        words.subList(0, Math.min(MOST_WORDS, words.size()))
                .forEach(line -> text.append("\n  ").append(line));
        if (words.size() > MOST_WORDS) {
            text.append("\n  and ").append(words.size() - MOST_WORDS).append(" more events wait, see the file");
        }
        if (failed != null) {
            text.append(failed);
        }
        List<SimEvent> all = first.smallHistory().isEmpty() ? first.history() : first.smallHistory();
        text.append("\n  last of ").append(all.size()).append(" events:");
        for (SimEvent event : all.subList(Math.max(0, all.size() - LAST_EVENTS), all.size())) {
            text.append("\n    ").append(line(event));
        }
    }

    /** What does it again. Without a file that is the whole series: the first run settles how the others are scheduled. */
    private String again(ScheduleFailure first) {
        boolean found = Replay.method(options.test()).isPresent();
        if (first.file() != null) {
            return "Simulation.replay(\"" + first.file() + (found ? "\")" : "\", options, body)");
        }
        long schedules = options.strategy() instanceof Strategy.Exhaustive
                ? options.schedules()
                : first.seed() - options.seed() + 1;
        return found
                ? "-D" + SimulatedExtension.SEED + "=" + options.seed() + " -D" + SimulatedExtension.SCHEDULES + "="
                        + schedules
                : "Simulation.run(options.seed(" + options.seed() + ").schedules(" + schedules + "), body)";
    }

    private static String strategy(ScheduleFailure first) {
        return first.strategy() instanceof Strategy.Portfolio portfolio
                ? portfolio.of(first.seed()) + " of " + portfolio
                : first.strategy().toString();
    }

    private static String line(SimEvent event) {
        return event.number() + " " + Duration.ofNanos(event.nanos()) + " " + event.name()
                + (event.label().isEmpty() ? "" : " (" + event.label() + ")");
    }
}
