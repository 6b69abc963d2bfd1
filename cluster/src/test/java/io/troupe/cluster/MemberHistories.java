// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.testkit.history.CheckOutcome;
import io.troupe.testkit.history.HistoryLog;
import io.troupe.testkit.history.Linearizability;
import io.troupe.testkit.history.Model;
import io.troupe.testkit.history.Op;
import io.troupe.testkit.history.Operation;
import io.troupe.testkit.history.OrderReport;
import io.troupe.testkit.history.SearchLimits;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What all {@link HistoryClient}s of a folder have noted, by keys, and the judgement of it. */
final class MemberHistories {
    private static final Pattern LINE =
            Pattern.compile("\\{\"time\":(\\d+),\"id\":(\\d+),\"client\":\"(\\w+)\",(\"type\":\"(\\w+)\".*)}");

    private static final SearchLimits LIMITS = SearchLimits.standard().withTime(Duration.ofMinutes(2));

    private final Map<String, List<Operation<Op>>> byKey = new TreeMap<>();

    private MemberHistories(List<Operation<Op>> operations) {
        operations.forEach(each -> byKey.computeIfAbsent(each.call().key(), key -> new ArrayList<>())
                .add(each));
    }

    /** Reads what is there now. */
    static MemberHistories of(Path folder) throws IOException {
        List<Event> events = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".history")).toList()) {
                String text = Files.readString(file, StandardCharsets.UTF_8);
                String whole = text.substring(0, text.lastIndexOf('\n') + 1); // the rest is still being written
                whole.lines().map(Event::of).forEach(events::add);
            }
        }
        // What has the same time overlaps: beginnings first.
        events.sort(Comparator.comparingLong(Event::time).thenComparing(Event::isEnd));
        Map<String, Integer> ids = new HashMap<>();
        StringBuilder log = new StringBuilder();
        for (Event each : events) {
            int id = ids.computeIfAbsent(each.client + "/" + each.id, any -> ids.size());
            log.append("{\"time\":").append(each.time).append(",\"id\":").append(id);
            log.append(",\"client\":\"").append(each.client).append("\",");
            log.append(each.rest).append("}\n");
        }
        return new MemberHistories(
                HistoryLog.ofOps().read(new StringReader(log.toString())).operations());
    }

    private record Event(long time, long id, String client, String rest, boolean isEnd) {
        static Event of(String line) {
            Matcher parts = LINE.matcher(line);
            if (!parts.matches()) {
                throw new IllegalArgumentException("a line of a history must be one: line=" + line);
            }
            return new Event(
                    Long.parseLong(parts.group(1)),
                    Long.parseLong(parts.group(2)),
                    parts.group(3),
                    parts.group(4),
                    !parts.group(5).equals("invoke"));
        }
    }

    List<String> keys() {
        return List.copyOf(byKey.keySet());
    }

    int operations() {
        return byKey.values().stream().mapToInt(List::size).sum();
    }

    /** {@return what is not as it would be on one machine, or is not known to be; empty: nothing} */
    List<String> violations() {
        List<String> violations = new ArrayList<>();
        byKey.forEach((key, operations) -> {
            if (HistoryClient.isList(key)) {
                AppendOrder.check(operations).forEach(wrong -> violations.add(key + ": " + wrong));
            } else {
                OrderReport<Op> report = Linearizability.check(operations, Model.registers(), LIMITS);
                if (report.outcome() != CheckOutcome.OK) {
                    violations.add(key + ", operations=" + operations.size() + ": " + report);
                }
            }
        });
        return violations;
    }
}
