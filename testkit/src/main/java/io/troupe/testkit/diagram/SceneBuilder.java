// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.diagram;

import io.troupe.testkit.diagram.Folding.Stretch;
import io.troupe.testkit.diagram.Scene.Fold;
import io.troupe.testkit.diagram.Scene.Gap;
import io.troupe.testkit.diagram.Scene.Mark;
import io.troupe.testkit.diagram.Scene.Row;
import io.troupe.testkit.diagram.Scene.Span;
import io.troupe.testkit.diagram.Scene.Step;
import io.troupe.testkit.diagram.Scene.Tail;
import io.troupe.testkit.schedule.EventKind;
import io.troupe.testkit.schedule.SimEvent;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Chooses what a diagram shows and where: one builder per scene. */
final class SceneBuilder {
    private static final int LONGEST_LABEL = 44;

    /** Where time passes in simulated runs: for everybody, so it has no lifeline. */
    private static final String TIME = "time";

    /** Who stands on the left. */
    private static final String OUTSIDE = "outside";

    private final List<SimEvent> events;
    private final List<Bracket> operations;
    private final Set<String> departures;
    private final boolean perNode;

    /** Numbers of the events at which operations begin and end. */
    private final Set<Long> operated = new HashSet<>();

    /** Index of the event after which they were found → rules. */
    private final Map<Integer, List<String>> violations = new HashMap<>();

    private final boolean focused;
    private final BitSet past;

    /** Events that are shown themselves. */
    private final BitSet shown = new BitSet();

    private final Map<Long, Integer> indices = new HashMap<>();

    /** For an event that another one stands for: the index of that one. */
    private final Map<Integer, Integer> standIns = new HashMap<>();

    private final List<Stretch> folded = new ArrayList<>();
    private final Map<String, Integer> columns = new HashMap<>();

    /** Node → its last column. */
    private final Map<String, Integer> reaches = new HashMap<>();

    private final List<Lifeline> lifelines = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<Fold> folds = new ArrayList<>();

    /** Index of an event → its row. */
    private final Map<Integer, Integer> rowOf = new HashMap<>();

    SceneBuilder(
            List<SimEvent> events,
            List<Bracket> operations,
            SortedMap<Long, List<String>> violations,
            Set<String> departures,
            int limit,
            boolean perNode) {
        this.events = events;
        this.operations = operations;
        this.departures = departures;
        this.perNode = perNode;
        for (int i = 0; i < events.size(); i++) {
            indices.put(events.get(i).number(), i);
        }
        violations.forEach((number, rules) -> this.violations
                .computeIfAbsent(indexAt(number), index -> new ArrayList<>())
                .addAll(rules));
        operations.forEach(bracket -> operated.addAll(List.of(bracket.call(), bracket.end())));
        this.focused = !violations.isEmpty();
        this.past = CausalPast.of(events, this.violations.keySet());
        choose(limit);
    }

    /** Index of the event with a number, or of the last one before it; -1: it is before all. */
    private int indexAt(long number) {
        Integer exact = indices.get(number);
        if (exact != null) {
            return exact;
        }
        int low = 0;
        int high = events.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (events.get(middle).number() <= number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    // ---- what is shown -------------------------------------------------------------------------------------------

    private void choose(int limit) {
        List<Stretch> stretches = Folding.of(events, this::isUnique);
        List<Integer> candidates = new ArrayList<>();
        for (Stretch stretch : stretches) {
            for (int i = 0; i < stretch.length(); i++) {
                candidates.add(stretch.first() + i);
            }
        }
        candidates.stream()
                .sorted(Comparator.comparingInt(this::rank).thenComparing(Comparator.reverseOrder()))
                .limit(limit)
                .forEach(shown::set);
        for (Stretch stretch : stretches) {
            standIn(stretch);
        }
    }

    private void standIn(Stretch stretch) {
        int end = stretch.first() + stretch.length();
        boolean whole = shown.nextClearBit(stretch.first()) >= end;
        if (stretch.times() == 1 || !whole) {
            return; // cut by the limit, it counts as not shown
        }
        folded.add(stretch);
        for (int i = end; i < stretch.end(); i++) {
            standIns.put(i, stretch.first() + (i - stretch.first()) % stretch.length());
        }
    }

    private boolean isUnique(int index) {
        SimEvent event = events.get(index);
        return violations.containsKey(index)
                || event.kind() == EventKind.FAULT
                || departures.contains(event.name())
                || operated.contains(event.number());
    }

    /** The less, the sooner it is shown. */
    private int rank(int index) {
        if (violations.containsKey(index)) {
            return 0;
        }
        if (departures.contains(events.get(index).name())) {
            return 1;
        }
        return past.get(index) || !focused ? 2 : 3;
    }

    // ---- where ---------------------------------------------------------------------------------------------------

    Scene build(String title) {
        addLifelines();
        rules(-1);
        int hidden = 0;
        for (int i = 0; i < events.size(); i++) {
            if (!shown.get(i)) {
                hidden += standIns.containsKey(i) ? 0 : 1;
                continue;
            }
            gap(hidden);
            hidden = 0;
            i = step(i);
            rules(i);
        }
        gap(hidden);
        addFolds();
        List<String> lanes = new ArrayList<>();
        List<Span> spans = spans(lanes);
        return new Scene(title, summary(), lifelines, rows, folds, spans, lanes, focused);
    }

    private void gap(int hidden) {
        if (hidden > 0) {
            rows.add(new Gap(hidden));
        }
    }

    private void rules(int index) {
        violations.getOrDefault(index, List.of()).forEach(rule -> rows.add(new Scene.Violation(rule)));
    }

    /** Adds the row of an event; returns the index of the last event in it. */
    private int step(int index) {
        List<Mark> marks = new ArrayList<>();
        marks.add(mark(index));
        rowOf.put(index, rows.size());
        int next = index + 1;
        boolean two = next < events.size()
                && shown.get(next)
                && !violations.containsKey(index)
                && isArrow(events.get(index))
                && events.get(next).kind() == EventKind.TURN
                && events.get(next).cause() == events.get(index).number();
        if (two) {
            marks.add(mark(next));
            rowOf.put(next, rows.size());
        }
        rows.add(new Step(marks));
        return two ? next : index;
    }

    private static boolean isArrow(SimEvent event) {
        return switch (event.kind()) {
            case ARRIVAL, ANSWER -> true;
            case TURN, TIME, BYTES, DISK, TASK, FAULT, SEND, LINK, NOTE -> false;
        };
    }

    private Mark mark(int index) {
        SimEvent event = events.get(index);
        return new Mark(
                event,
                column(event.source()),
                column(event.target()),
                reach(event.target()),
                tail(event),
                Labels.shorten(label(event), LONGEST_LABEL),
                !focused || past.get(index),
                departures.contains(event.name()));
    }

    /** In a diagram with a lifeline per node the actor is told by the label. */
    private String label(SimEvent event) {
        Lifeline actor = Lifeline.of(event.target(), false);
        boolean named = perNode && !actor.node().isEmpty();
        if (!named) {
            return event.label();
        }
        return event.label().isEmpty() ? actor.name() : actor.name() + "." + event.label();
    }

    /** Where the source has sent what arrives: in the row of the sending, if there is one, or of the event that sent it. */
    private @Nullable Tail tail(SimEvent event) {
        boolean flies = isArrow(event) || event.kind() == EventKind.BYTES;
        Integer cause = flies ? indices.get(event.cause()) : null;
        if (cause == null) {
            return null;
        }
        SimEvent sender = events.get(cause);
        int shownCause = standIns.getOrDefault(cause, cause);
        Integer row = rowOf.get(shownCause);
        boolean here = column(CausalPast.place(sender)) == column(event.source());
        return row == null || !here ? null : new Tail(row, sender.nanos());
    }

    /** In the order of their first events, those of one node side by side. */
    private void addLifelines() {
        Map<String, List<Lifeline>> nodes = new LinkedHashMap<>();
        for (int i = shown.nextSetBit(0); i >= 0; i = shown.nextSetBit(i + 1)) {
            SimEvent event = events.get(i);
            boolean between = isArrow(event) || event.kind() == EventKind.BYTES || event.kind() == EventKind.LINK;
            if (event.kind() == EventKind.TIME && event.target().equals(TIME)) {
                continue;
            }
            for (String place : between ? List.of(event.source(), event.target()) : List.of(CausalPast.place(event))) {
                Lifeline lifeline = Lifeline.of(place, perNode);
                String node = lifeline.node().isEmpty() ? lifeline.id() : lifeline.node();
                List<Lifeline> siblings = nodes.computeIfAbsent(node, name -> new ArrayList<>());
                if (!siblings.contains(lifeline)) {
                    siblings.add(lifeline);
                }
            }
        }
        List<Map.Entry<String, List<Lifeline>>> inOrder = new ArrayList<>(nodes.entrySet());
        inOrder.sort(Comparator.comparing(node -> !node.getKey().equals(OUTSIDE)));
        for (Map.Entry<String, List<Lifeline>> node : inOrder) {
            List<Lifeline> siblings = node.getValue();
            if (siblings.size() > 1 && !isEndOfArrow(node.getKey())) {
                siblings.removeIf(lifeline -> lifeline.node().isEmpty()); // its actors stand for it
            }
            for (Lifeline lifeline : siblings) {
                columns.put(lifeline.id(), lifelines.size());
                columns.putIfAbsent(node.getKey(), lifelines.size());
                reaches.put(node.getKey(), lifelines.size());
                lifelines.add(lifeline);
            }
        }
    }

    private boolean isEndOfArrow(String node) {
        return shown.stream()
                .mapToObj(events::get)
                .filter(event -> isArrow(event) || event.kind() == EventKind.BYTES || event.kind() == EventKind.LINK)
                .flatMap(event -> Stream.of(event.source(), event.target()))
                .anyMatch(place -> Lifeline.of(place, perNode).id().equals(node));
    }

    private int column(String place) {
        return columns.getOrDefault(Lifeline.of(place, perNode).id(), -1);
    }

    private int reach(String place) {
        String id = Lifeline.of(place, perNode).id();
        Integer reach = reaches.get(id);
        return reach == null || lifelines.get(columns.getOrDefault(id, 0)).id().equals(id) ? column(place) : reach;
    }

    private void addFolds() {
        for (Stretch stretch : folded) {
            folds.add(new Fold(
                    rowOf.getOrDefault(stretch.first(), 0),
                    rowOf.getOrDefault(stretch.first() + stretch.length() - 1, 0),
                    stretch.times(),
                    events.get(stretch.end() - 1).nanos()));
        }
    }

    /** Brackets of one client that overlap stand in lanes of their own. */
    private List<Span> spans(List<String> lanes) {
        List<Bracket> sorted = operations.stream()
                .sorted(Comparator.comparing(Bracket::client).thenComparing(Bracket::call))
                .toList();
        List<Span> latest = new ArrayList<>();
        List<Span> spans = new ArrayList<>();
        for (Bracket bracket : sorted) {
            int first = rowAt(bracket.call());
            int last = bracket.isOpen() ? rows.size() : rowAt(bracket.end());
            int lane = 0;
            while (lane < lanes.size() && !isFree(latest.get(lane), bracket.client(), first)) {
                lane++;
            }
            Span span = new Span(bracket, lane, first, last);
            if (lane == lanes.size()) {
                lanes.add(bracket.client());
                latest.add(span);
            } else {
                latest.set(lane, span);
            }
            spans.add(span);
        }
        return spans;
    }

    private static boolean isFree(Span before, String client, int row) {
        return before.bracket().client().equals(client)
                && (before.last() < row || (before.last() == row && before.first() < row));
    }

    /** Row of the event with a number, or of the last one before it that is shown; -1 if there is none. */
    private int rowAt(long number) {
        for (int i = indexAt(number); i >= 0; i--) {
            Integer row = rowOf.get(i);
            if (row != null) {
                return row;
            }
        }
        return -1;
    }

    private String summary() {
        StringBuilder text = new StringBuilder();
        text.append(Labels.count(events.size(), "event"));
        if (!events.isEmpty()) {
            long end = events.get(events.size() - 1).nanos();
            text.append(" in ").append(Labels.time(end - events.get(0).nanos()));
        }
        if (focused) {
            text.append(", ").append(past.cardinality()).append(" in the causal past of the violation");
        }
        if (!standIns.isEmpty()) {
            text.append(", ").append(standIns.size()).append(" folded");
        }
        int left = events.size() - shown.cardinality() - standIns.size();
        if (left > 0) {
            text.append(", ").append(left).append(" not shown");
        }
        return text.toString();
    }
}
