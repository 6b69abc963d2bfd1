// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import io.troupe.bench.run.plan.BenchException;
import io.troupe.bench.run.plan.Cell;
import io.troupe.bench.run.plan.Profile;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.profile.ProfilerFactory;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.ProfilerConfig;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs single forks of JMH benchmarks. Used by one thread. */
final class JmhFork {
    /** A class of others that is not there; one of ours, or one that could not be initialized, is a mistake. */
    private static final Pattern MISSING = Pattern.compile(
            "(?:NoClassDefFoundError|ClassNotFoundException): (?!Could not initialize|io[./]troupe[./])(\\S+)");

    private static final Pattern REASON =
            Pattern.compile("(?m)^\\S*(?:Exception|Error)(?::.*)?$|^.*(?:ERROR|VM crash).*$");
    private static final int LONGEST = 200;

    /** Beginnings of options that the launcher gives to this virtual machine, and that are nothing to the measured ones. */
    private static final List<String> OWN = List.of("-Dtroupe.", "-Djmh.", "--sun-misc-unsafe-memory-access");

    /** A heap whose pages are touched before takes longer to start than quick measures; nobody quotes figures of quick. */
    private static final String QUICK_HEAP = "-Xmx2g";

    private final Profile profile;
    private final List<ProfilerConfig> profilers;

    /**
     * For forks of one run.
     *
     * @param profilers as JMH's {@code -prof} names them
     * @throws BenchException if a profiler cannot be used here
     */
    JmhFork(Profile profile, List<String> profilers) {
        this.profile = profile;
        this.profilers = profilers.stream().map(JmhFork::profiler).toList();
    }

    /** Whether forks are none, but share this virtual machine. */
    boolean inProcess() {
        return profile.inProcess();
    }

    /**
     * Runs one fork.
     *
     * @param log to which JMH's own words are appended
     * @throws BenchException if the benchmark failed, or needs what is not there
     */
    Collection<RunResult> run(Cell cell, Path log) throws IOException {
        Path words = log.resolveSibling(log.getFileName() + ".part"); // stays there when the run is interrupted
        try {
            Collection<RunResult> results = new Runner(options(cell, words).build()).run();
            if (results.isEmpty()
                    || results.stream()
                            .allMatch(result -> result.getBenchmarkResults().isEmpty())) {
                throw failure(Folder.text(words), "its virtual machine ended", log);
            }
            return results;
        } catch (RunnerException e) {
            throw failure(Folder.text(words), String.valueOf(e.getMessage()), log);
        } finally {
            Files.write(log, Files.readAllBytes(words), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            Files.deleteIfExists(words);
        }
    }

    private ChainedOptionsBuilder options(Cell cell, Path words) {
        TimeValue time = TimeValue.milliseconds(profile.millis());
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(cell.benchmark()) + "$")
                .jvmArgs(inherited().toArray(String[]::new))
                .forks(profile.inProcess() ? 0 : 1)
                .warmupForks(0)
                .warmupIterations(profile.warmUps())
                .warmupTime(time)
                .measurementIterations(profile.iterations())
                .measurementTime(time)
                .shouldFailOnError(true)
                .output(words.toString());
        if (!profile.isFull()) {
            options.jvmArgsAppend(QUICK_HEAP);
        }
        cell.params().forEach(options::param);
        profilers.forEach(profiler -> options.addProfiler(profiler.getKlass(), profiler.getOpts()));
        return options;
    }

    /** Options of this virtual machine, as JMH would hand them on, without those that are only for this one. */
    static List<String> inherited() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> OWN.stream().noneMatch(option::startsWith))
                .toList();
    }

    /** What JMH's own words say, or else what is known otherwise. */
    private static BenchException failure(String words, String otherwise, Path log) {
        Matcher missing = MISSING.matcher(words);
        if (missing.find()) {
            return BenchException.missing("peer is not on the class path: class=" + missing.group(1));
        }
        Matcher reason = REASON.matcher(words);
        String line = reason.find() ? reason.group().trim() : otherwise;
        return BenchException.failed("benchmark failed: " + line.substring(0, Math.min(line.length(), LONGEST))
                + " (see log/" + log.getFileName() + ")");
    }

    private static ProfilerConfig profiler(String text) {
        int colon = text.indexOf(':');
        ProfilerConfig config = colon < 0
                ? new ProfilerConfig(text)
                : new ProfilerConfig(text.substring(0, colon), text.substring(colon + 1));
        try {
            ProfilerFactory.getProfilerOrException(config);
            return config;
        } catch (ProfilerException e) {
            String reason =
                    Optional.ofNullable(e.getMessage()).orElse("unknown").strip();
            throw BenchException.wrong("profiler must be one that JMH can use here: prof=" + text + ", reason="
                    + reason.replaceAll("\\s+", " "));
        }
    }
}
