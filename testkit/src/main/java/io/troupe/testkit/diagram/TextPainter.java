// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.diagram;

import io.troupe.testkit.diagram.Scene.Fold;
import io.troupe.testkit.diagram.Scene.Gap;
import io.troupe.testkit.diagram.Scene.Mark;
import io.troupe.testkit.diagram.Scene.Row;
import io.troupe.testkit.diagram.Scene.Span;
import io.troupe.testkit.diagram.Scene.Step;
import io.troupe.testkit.diagram.Scene.Tail;
import io.troupe.testkit.diagram.Scene.Violation;
import io.troupe.testkit.schedule.EventKind;
import io.troupe.testkit.schedule.SimEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Paints a scene as text: a line per row, in characters of one width. Used once. */
final class TextPainter {
    private static final String DIM = "\u001b[2m";
    private static final String RED = "\u001b[31m";
    private static final String BOLD_RED = "\u001b[1;31m";
    private static final String PLAIN = "\u001b[0m";

    /** Of the margin: mark, time, number, fold. */
    private static final int MARGIN = 22;

    private static final int LONGEST_LABEL = 28;
    private static final int WIDEST_GAP = 34;
    private static final int LEAST_GAP = 8;

    private final Scene scene;
    private final boolean coloured;
    private final int[] columns;
    private final int bodyEnd;

    /** Where the operations begin, behind remarks on the rows. */
    private final int lanesAt;

    private final int[] laneWidths;
    private final StringBuilder out = new StringBuilder();

    TextPainter(Scene scene, boolean coloured) {
        this.scene = scene;
        this.coloured = coloured;
        this.columns = new int[scene.lifelines().size()];
        this.bodyEnd = placeColumns();
        this.lanesAt = bodyEnd + (scene.lanes().isEmpty() ? 0 : remarksWidth());
        this.laneWidths = new int[scene.lanes().size()];
        for (int i = 0; i < laneWidths.length; i++) {
            laneWidths[i] = scene.lanes().get(i).length() + 2;
        }
        for (Span span : scene.brackets()) {
            laneWidths[span.lane()] = Math.max(laneWidths[span.lane()], width(span) + 4);
        }
    }

    private static int width(Span span) {
        String operation = operation(span);
        String outcome = outcome(span);
        return operation.length() + 1 + outcome.length();
    }

    private static String operation(Span span) {
        return Labels.shorten(span.bracket().operation(), LONGEST_LABEL);
    }

    private static String outcome(Span span) {
        return Labels.shorten(span.bracket().outcome(), LONGEST_LABEL);
    }

    /** Returns where the lifelines and their labels end. */
    private int placeColumns() {
        int count = columns.length;
        int[] gaps = new int[count];
        for (int i = 0; i < count; i++) {
            int next = i + 1 < count ? name(i + 1).length() : 0;
            gaps[i] = Math.max(LEAST_GAP, (name(i).length() + next) / 2 + 2);
        }
        for (Row row : scene.rows()) {
            if (row instanceof Step step) {
                step.marks().forEach(mark -> widen(gaps, mark));
            }
        }
        int at = MARGIN + (count == 0 ? 0 : name(0).length() / 2 + 1);
        for (int i = 0; i < count; i++) {
            columns[i] = at;
            at += Math.min(WIDEST_GAP, gaps[i]);
        }
        return at;
    }

    private static void widen(int[] gaps, Mark mark) {
        if (place(mark) < 0) {
            return;
        }
        int label = text(mark).length();
        int from = Math.min(mark.source(), mark.target());
        int to = Math.max(mark.source(), mark.target());
        if (!isArrow(mark) || from == to) {
            gaps[place(mark)] = Math.max(gaps[place(mark)], label + 6);
        } else if (to - from == 1) {
            gaps[from] = Math.max(gaps[from], label + 7);
        }
    }

    private static boolean isArrow(Mark mark) {
        return SvgLayout.isArrow(mark);
    }

    private static int place(Mark mark) {
        return mark.event().kind() == EventKind.SEND ? mark.source() : mark.reach();
    }

    private String name(int column) {
        Lifeline lifeline = scene.lifelines().get(column);
        String name = lifeline.node().isEmpty() ? lifeline.name() : lifeline.node() + "/" + lifeline.name();
        return Labels.shorten(name, 20);
    }

    private static String text(Mark mark) {
        return Labels.shorten(mark.label(), LONGEST_LABEL);
    }

    // ---- lines ---------------------------------------------------------------------------------------------------

    String paint() {
        if (!scene.title().isEmpty()) {
            out.append(scene.title()).append('\n');
        }
        out.append(scene.summary());
        if (scene.focused() && !coloured) {
            out.append(" (marked ▌)");
        }
        out.append("\n\n");
        head();
        List<Row> rows = scene.rows();
        for (int i = 0; i < rows.size(); i++) {
            row(i, rows.get(i));
        }
        return out.toString();
    }

    private void head() {
        char[] line = blank(end());
        for (int i = 0; i < columns.length; i++) {
            put(line, columns[i] - name(i).length() / 2, name(i));
        }
        int at = lanesAt;
        for (int i = 0; i < laneWidths.length; i++) {
            put(line, at, scene.lanes().get(i));
            at += laneWidths[i];
        }
        end(line, "");
        if (scene.brackets().stream().anyMatch(span -> span.first() < 0)) {
            char[] first = body();
            spans(first, -1);
            end(first, "");
        }
    }

    private int end() {
        return lanesAt + Arrays.stream(laneWidths).sum();
    }

    private void row(int at, Row row) {
        if (row instanceof Violation violation) {
            end(("  ✗ " + violation.rule()).toCharArray(), BOLD_RED);
        } else if (row instanceof Gap gap) {
            char[] line = body();
            spans(line, at);
            put(line, 2, "⋮ " + Labels.count(gap.events(), "event"));
            end(line, DIM);
        } else if (row instanceof Step step) {
            step(at, step);
        }
    }

    private void step(int at, Step step) {
        char[] line = body();
        spans(line, at);
        SimEvent first = step.first();
        if (scene.focused() && step.isDark() && !coloured) {
            line[0] = '▌';
        }
        String time = Labels.time(first.nanos());
        put(line, 11 - time.length(), time);
        String number = "#" + first.number();
        put(line, Math.max(12, 18 - number.length()), number);
        for (Fold fold : scene.folds()) {
            fold(line, at, fold);
        }
        Mark arrow = step.marks().get(0);
        mark(line, arrow, text(arrow));
        if (step.marks().size() > 1) {
            Mark turn = step.marks().get(1);
            mark(line, turn, isSaid(arrow, turn) || !isFree(arrow) ? "" : text(turn));
        }
        put(line, bodyEnd, remarks(at, step));
        boolean red = first.kind() == EventKind.TIME || first.kind() == EventKind.FAULT;
        end(line, !step.isDark() ? DIM : red ? RED : "");
    }

    private static void fold(char[] line, int at, Fold fold) {
        if (at >= fold.first() && at <= fold.last()) {
            boolean one = fold.first() == fold.last();
            line[19] = one ? '[' : at == fold.first() ? '┌' : at == fold.last() ? '└' : '│';
        }
    }

    // ---- remarks behind the lifelines ----------------------------------------------------------------------------

    private int remarksWidth() {
        int width = 0;
        for (int i = 0; i < scene.rows().size(); i++) {
            if (scene.rows().get(i) instanceof Step step) {
                width = Math.max(width, remarks(i, step).length() + 2);
            }
        }
        return width;
    }

    private String remarks(int at, Step step) {
        List<String> remarks = new ArrayList<>();
        if (step.marks().stream().anyMatch(Mark::held)) {
            remarks.add("HELD BACK");
        }
        Mark arrow = step.marks().get(0);
        Tail tail = arrow.tail();
        if (tail != null && tail.nanos() != arrow.event().nanos()) {
            remarks.add("sent " + Labels.time(tail.nanos()));
        }
        if (step.marks().size() > 1
                && !isFree(arrow)
                && !isSaid(arrow, step.marks().get(1))) {
            remarks.add("runs " + text(step.marks().get(1)));
        }
        for (Fold fold : scene.folds()) {
            if (at == fold.last()) {
                remarks.add(fold.text(step.first().nanos()));
            }
        }
        return String.join(", ", remarks);
    }

    /** Whether the right side of the target, where the label of its turn would stand, has no arrow. */
    private static boolean isFree(Mark arrow) {
        return arrow.source() < arrow.target();
    }

    private static boolean isSaid(Mark arrow, Mark turn) {
        return turn.label().equals(arrow.label());
    }

    // ---- events --------------------------------------------------------------------------------------------------

    private char[] body() {
        char[] line = blank(end());
        for (int column : columns) {
            line[column] = '│';
        }
        return line;
    }

    private void mark(char[] line, Mark mark, String label) {
        int x = place(mark) < 0 ? MARGIN - 3 : columns[place(mark)];
        switch (mark.event().kind()) {
            case ARRIVAL, ANSWER, BYTES, LINK -> arrow(line, mark);
            case TURN -> symbol(line, x, '█', label);
            case TASK -> symbol(line, x, '▒', label);
            case SEND -> symbol(line, x, '•', label);
            case TIME -> symbol(line, x, '◷', label);
            case DISK -> symbol(line, x, '≡', label);
            case FAULT -> {
                for (int i = mark.target(); i < mark.reach(); i++) {
                    line[columns[i]] = '✗';
                }
                symbol(line, columns[mark.reach()], '✗', label);
            }
            case NOTE -> symbol(line, x, '■', label);
        }
    }

    private static void symbol(char[] line, int x, char symbol, String label) {
        line[x] = symbol;
        if (!label.isEmpty()) {
            put(line, x + 2, label);
        }
    }

    private void arrow(char[] line, Mark mark) {
        int from = columns[mark.source()];
        int to = columns[mark.target()];
        if (from == to) {
            symbol(line, to, '↺', text(mark));
            return;
        }
        char stroke =
                switch (mark.event().kind()) {
                    case ANSWER -> '╌';
                    case BYTES -> '·';
                    case LINK -> '═';
                    default -> '─';
                };
        int left = Math.min(from, to);
        int right = Math.max(from, to);
        Arrays.fill(line, left + 1, right, stroke);
        boolean eastward = to > from;
        line[from] = eastward ? '├' : '┤';
        if (mark.event().kind() != EventKind.LINK) {
            line[eastward ? to - 1 : to + 1] = eastward ? '▶' : '◀';
        }
        line[to] = '○';
        String label = Labels.shorten(text(mark), Math.max(1, right - left - 5));
        int at = eastward ? right - 2 - label.length() : left + 3;
        put(line, at, label);
    }

    private void spans(char[] line, int row) {
        for (Span span : scene.brackets()) {
            int at = lanesAt;
            for (int i = 0; i < span.lane(); i++) {
                at += laneWidths[i];
            }
            boolean begins = row == span.first();
            boolean ends = row == span.last();
            if (begins && ends) {
                put(line, at, "[ " + operation(span) + " " + outcome(span));
            } else if (begins) {
                put(line, behind(line, at, laneWidths[span.lane()]), "┌ " + operation(span));
            } else if (ends) {
                put(line, at, "└ " + outcome(span));
            } else if (row > span.first() && row < span.last()) {
                line[at] = span.bracket().isOpen() ? '╎' : '│';
            }
        }
    }

    /** Where there is room from a place on: behind the end of the operation before. */
    private static int behind(char[] line, int at, int width) {
        int end = at + width;
        while (end > at && line[end - 1] == ' ') {
            end--;
        }
        return end == at ? at : end + 1;
    }

    private static char[] blank(int width) {
        char[] line = new char[width + 3 * LONGEST_LABEL];
        Arrays.fill(line, ' ');
        return line;
    }

    private static void put(char[] line, int at, String text) {
        for (int i = 0; i < text.length() && at + i < line.length; i++) {
            if (at + i >= 0) {
                line[at + i] = Character.isISOControl(text.charAt(i)) ? '\uFFFD' : text.charAt(i);
            }
        }
    }

    private void end(char[] line, String style) {
        String text = new String(line).stripTrailing();
        out.append(coloured && !style.isEmpty() ? style + text + PLAIN : text).append('\n');
    }
}
