// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run.plan;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A JMH benchmark with one value for each of its parameters.
 *
 * @param benchmark class and method, as JMH names it
 * @param params by name
 * @param seconds one fork of it takes, roughly
 */
public record Cell(String benchmark, SortedMap<String, String> params, double seconds) implements Work {
    /** The parameter that chooses a system and not a load. */
    static final String DISPATCHER = "dispatcher";

    private static final String ROOT = "io.troupe.bench.";

    /** Package and class within the module, "tell.TellBenchmark" say. */
    public String group() {
        String name = benchmark.substring(0, benchmark.lastIndexOf('.'));
        return name.startsWith(ROOT) ? name.substring(ROOT.length()) : name;
    }

    /** The method, which names the system. */
    public String method() {
        return benchmark.substring(benchmark.lastIndexOf('.') + 1);
    }

    @Override
    public String label() {
        return group() + "." + method() + text(params);
    }

    /** What is measured, without the system: cells with the same load belong side by side. */
    String load() {
        SortedMap<String, String> load = new TreeMap<>(params);
        load.remove(DISPATCHER);
        return group() + text(load);
    }

    private static String text(Map<String, String> params) {
        return params.entrySet().stream()
                .map(param -> " " + param.getKey() + "=" + param.getValue())
                .collect(Collectors.joining());
    }
}
