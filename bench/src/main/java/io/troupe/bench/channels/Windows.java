// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channels;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.management.OperatingSystemMXBean;
import io.troupe.bench.channel.ChannelWork;
import io.troupe.bench.channel.ChannelWork.Kind;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.results.Metric;
import io.troupe.bench.results.Result;
import io.troupe.bench.results.Samples;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What one process measured: windows of whole batches, one after the other.
 *
 * @param result of each batch
 * @param operations of each batch
 * @param wall nanoseconds per operation, by window
 * @param cpu nanoseconds of processor time of the whole process per operation, by window
 */
record Windows(long result, long operations, List<Double> wall, List<Double> cpu) {
    /** Begins the line. */
    static final String PREFIX = "{\"result\":";

    /** How many there are. */
    static final int COUNT = 5;

    private static final String UNIT = "ns/op";

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(
                    DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .build();

    /** Copies the lists. */
    Windows {
        wall = List.copyOf(wall);
        cpu = List.copyOf(cpu);
    }

    /**
     * Measures in this process.
     *
     * @param window of all windows together
     */
    static Windows measure(ChannelWork work, Workload workload, Duration warmUp, Duration window) {
        long result = workload.run();
        for (long end = System.nanoTime() + warmUp.toNanos(); System.nanoTime() - end < 0; ) {
            result = workload.run();
        }
        long length = window.toNanos() / COUNT;
        long operations = work.operations();
        List<Double> wall = new ArrayList<>();
        List<Double> cpu = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            long batches = 0;
            long begun = System.nanoTime();
            long burnt = SYSTEM.getProcessCpuTime();
            long passed;
            do {
                result = workload.run();
                batches++;
                passed = System.nanoTime() - begun;
            } while (passed < length);
            cpu.add((double) (SYSTEM.getProcessCpuTime() - burnt) / batches / operations);
            wall.add((double) passed / batches / operations);
        }
        return new Windows(result, operations, wall, cpu);
    }

    /** As one line of JSON. */
    String json() {
        return PREFIX + result + ",\"operations\":" + operations + ",\"wall\":" + numbers(wall) + ",\"cpu\":"
                + numbers(cpu) + "}";
    }

    private static String numbers(List<Double> values) {
        return values.stream()
                .map(value -> String.format(Locale.ROOT, "%.3f", value))
                .collect(Collectors.joining(",", "[", "]"));
    }

    /**
     * Reads such a line.
     *
     * @throws IllegalStateException if it is none, or a batch gave or counted something else than the work expects
     */
    static Windows parse(String line, ChannelWork work) {
        Windows windows;
        try {
            windows = MAPPER.readValue(line, Windows.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("windows must be one line of JSON: line=" + line, e);
        }
        if (windows.result != work.expected() || windows.operations != work.operations()) {
            throw new IllegalStateException("each batch must give what is expected: workload=" + work.name()
                    + ", expected=" + work.expected() + ", result=" + windows.result + ", expectedOperations="
                    + work.operations() + ", operations=" + windows.operations);
        }
        if (windows.wall.size() != COUNT || windows.cpu.size() != COUNT) {
            throw new IllegalStateException("windows must be " + COUNT + ": wall=" + windows.wall.size() + ", cpu="
                    + windows.cpu.size() + ", workload=" + work.name());
        }
        return windows;
    }

    /** As one round of the results. */
    Result result(ChannelWork work, String stack) {
        Map<String, String> params = new TreeMap<>();
        params.put("capacity", Integer.toString(work.capacity()));
        switch (work.kind()) {
            case TRANSFER -> {
                params.put("senders", Integer.toString(work.size()));
                params.put("receivers", Integer.toString(work.receivers()));
            }
            case SELECT -> params.put("channels", Integer.toString(work.size()));
            case CHAIN -> params.put("stages", Integer.toString(work.size()));
            case PAIR, SIEVE -> {
                // There is one of each.
            }
        }
        return new Result(
                "channels",
                benchmark(work.kind()),
                stack,
                params,
                Metric.of("time", UNIT, samples(wall)),
                List.of(Metric.of("cpu", UNIT, samples(cpu))),
                List.of());
    }

    /** One fork, with an iteration for each window. */
    private static Samples samples(List<Double> windows) {
        return Samples.of(windows.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private static String benchmark(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
