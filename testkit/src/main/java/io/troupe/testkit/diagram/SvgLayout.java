// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.diagram;

import io.troupe.testkit.diagram.Scene.Mark;
import io.troupe.testkit.diagram.Scene.Row;
import io.troupe.testkit.diagram.Scene.Span;
import io.troupe.testkit.diagram.Scene.Step;
import io.troupe.testkit.schedule.EventKind;
import java.util.ArrayList;
import java.util.List;

/** Where the parts of a scene stand on the page: columns wide enough for their labels, rows, and strips that repeat the names. */
final class SvgLayout {
    static final double LABEL = 12;
    static final double NAME = 12.5;
    static final double ROW = 30;

    /** Of the strips that repeat the names of the lifelines. */
    static final double STRIP = 26;

    /** Rows between two strips. */
    static final int STRIP_EVERY = 40;

    static final double TOP = 64;
    static final double HEAD = 44;
    private static final double BAND = 24;
    private static final double MARGIN = 28;

    /** Width of the mark of an event that was held back. */
    static final int HELD = 66;

    /** Right ends of the texts in the margin. */
    static final double TIME_RIGHT = MARGIN + 58;

    static final double NUMBER_RIGHT = TIME_RIGHT + 42;
    static final double FOLD = NUMBER_RIGHT + 14;

    /** Of the legend. */
    private static final double LEAST_WIDTH = 470;

    private static final double LEAST_GAP = 72;
    private static final double WIDEST_GAP = 320;

    /** Longest line of a name. */
    private static final int NAME_LETTERS = 20;

    private final Scene scene;
    private final double[] columns;
    private final double[] rows;
    private final double[] lanes;

    private final List<Double> strips = new ArrayList<>();
    private final double bodyRight;
    private final double width;
    private final double bottom;

    SvgLayout(Scene scene) {
        this.scene = scene;
        this.columns = placeColumns();
        double last = columns.length == 0 ? FOLD + 40 : columns[columns.length - 1];
        this.bodyRight = last + Math.max(roomRightOf(columns.length - 1), 60);
        this.lanes = placeLanes();
        this.rows = placeRows();
        this.bottom = (rows.length == 0 ? bodyTop() : rows[rows.length - 1]) + ROW * 0.8;
        this.width = placeRight();
    }

    // ---- columns -------------------------------------------------------------------------------------------------

    private double[] placeColumns() {
        int count = scene.lifelines().size();
        double[] gaps = new double[Math.max(0, count - 1)];
        for (int i = 0; i < gaps.length; i++) {
            double names = (nameWidth(i) + nameWidth(i + 1)) / 2 + 18;
            gaps[i] = Math.max(LEAST_GAP, Math.max(names, roomRightOf(i)));
        }
        for (Mark mark : marks()) {
            int from = Math.min(mark.source(), mark.target());
            int to = Math.max(mark.source(), mark.target());
            if (isArrow(mark) && from >= 0 && from < to) {
                widen(gaps, from, to, arrowWidth(mark));
            }
        }
        double[] xs = new double[count];
        double at = FOLD + 26 + (count == 0 ? 0 : nameWidth(0) / 2);
        for (int i = 0; i < count; i++) {
            xs[i] = at;
            at += i < gaps.length ? Math.min(WIDEST_GAP, gaps[i]) : 0;
        }
        return xs;
    }

    private static void widen(double[] gaps, int from, int to, double needed) {
        double present = 0;
        for (int i = from; i < to; i++) {
            present += gaps[i];
        }
        double more = (Math.min(needed, WIDEST_GAP) - present) / (to - from);
        for (int i = from; i < to && more > 0; i++) {
            gaps[i] += more;
        }
    }

    private double nameWidth(int column) {
        double widest = 0;
        for (String line : nameLines(scene.lifelines().get(column))) {
            widest = Math.max(widest, TextWidths.of(line, NAME));
        }
        return widest + 22;
    }

    /** A name in one or two lines. */
    static List<String> nameLines(Lifeline lifeline) {
        String name = Labels.shorten(lifeline.name(), 2 * NAME_LETTERS - 6);
        if (name.length() <= NAME_LETTERS) {
            return List.of(name);
        }
        int cut = -1;
        for (int i = name.length() - NAME_LETTERS; i <= NAME_LETTERS; i++) {
            if ("/-_.…".indexOf(name.charAt(i - 1)) >= 0) {
                cut = i;
            }
        }
        int at = cut < 0 ? name.offsetByCodePoints(0, name.codePointCount(0, name.length()) / 2) : cut;
        return List.of(name.substring(0, at), name.substring(at));
    }

    /** What labels beside a lifeline need. */
    private double roomRightOf(int column) {
        double room = 0;
        for (Mark mark : marks()) {
            boolean loop = mark.source() == mark.target();
            if (beside(mark) == column && (!isArrow(mark) || loop)) {
                room = Math.max(room, labelWidth(mark) + (loop && isArrow(mark) ? 58 : 26));
            }
        }
        return Math.min(room, WIDEST_GAP);
    }

    /** The column beside which the label stands. */
    private static int beside(Mark mark) {
        return mark.event().kind() == EventKind.SEND ? mark.source() : mark.reach();
    }

    private static double arrowWidth(Mark mark) {
        return labelWidth(mark) + 48;
    }

    /** With what stands behind the label. */
    static double labelWidth(Mark mark) {
        return TextWidths.of(mark.label(), LABEL) + (mark.held() ? HELD + 6 : 0);
    }

    /** Width of the box of a violation. */
    static double ruleBox(Scene.Violation violation) {
        return TextWidths.ofBold(violation.rule(), 13) + 46;
    }

    static boolean isArrow(Mark mark) {
        return switch (mark.event().kind()) {
            case ARRIVAL, ANSWER, BYTES, LINK -> true;
            case TURN, TIME, DISK, TASK, FAULT, SEND, NOTE -> false;
        };
    }

    private List<Mark> marks() {
        List<Mark> all = new ArrayList<>();
        for (Row row : scene.rows()) {
            if (row instanceof Step step) {
                all.add(step.marks().get(0));
                if (step.marks().size() > 1
                        && !step.marks()
                                .get(1)
                                .label()
                                .equals(step.marks().get(0).label())) {
                    all.add(step.marks().get(1));
                }
            }
        }
        return all;
    }

    // ---- brackets ------------------------------------------------------------------------------------------------

    private double[] placeLanes() {
        double[] xs = new double[scene.lanes().size()];
        double at = bodyRight + 36;
        for (int lane = 0; lane < xs.length; lane++) {
            xs[lane] = at;
            double widest = TextWidths.of(scene.lanes().get(lane), NAME) + 12;
            for (Span span : scene.brackets()) {
                if (span.lane() == lane) {
                    widest = Math.max(widest, bracketWidth(span));
                }
            }
            at += widest + 26;
        }
        return xs;
    }

    private static double bracketWidth(Span span) {
        Bracket bracket = span.bracket();
        double operation = TextWidths.of(Labels.shorten(bracket.operation(), 30), LABEL);
        double outcome = TextWidths.of(Labels.shorten(bracket.outcome(), 30), LABEL);
        return 14 + (span.last() - span.first() <= 1 ? operation + outcome + 10 : Math.max(operation, outcome));
    }

    private double placeRight() {
        double right = bodyRight;
        for (Span span : scene.brackets()) {
            right = Math.max(right, lanes[span.lane()] + bracketWidth(span));
        }
        double text = Math.max(TextWidths.of(scene.title(), 19), TextWidths.of(scene.summary(), 13));
        for (Row row : scene.rows()) {
            if (row instanceof Scene.Violation violation) {
                text = Math.max(text, FOLD + ruleBox(violation));
            }
        }
        return Math.max(LEAST_WIDTH, Math.max(right, MARGIN + text) + MARGIN);
    }

    // ---- rows ----------------------------------------------------------------------------------------------------

    private double[] placeRows() {
        double[] ys = new double[scene.rows().size()];
        double y = bodyTop() + ROW * 0.8;
        for (int i = 0; i < ys.length; i++) {
            if (i > 0 && i % STRIP_EVERY == 0 && ys.length - i > STRIP_EVERY / 4) {
                strips.add(y - ROW / 2 + 4);
                y += STRIP + 8;
            }
            ys[i] = y;
            y += ROW;
        }
        return ys;
    }

    boolean hasNodes() {
        return scene.lifelines().stream().anyMatch(lifeline -> !lifeline.node().isEmpty());
    }

    // ---- read by the painter -------------------------------------------------------------------------------------

    double nodesTop() {
        return TOP;
    }

    double headTop() {
        return TOP + (hasNodes() ? BAND : 0);
    }

    double bodyTop() {
        return headTop() + HEAD;
    }

    double x(int column) {
        return columns[column];
    }

    double nameBox(int column) {
        return nameWidth(column);
    }

    double y(int row) {
        return rows[row];
    }

    List<Double> strips() {
        return strips;
    }

    double lane(int lane) {
        return lanes[lane];
    }

    double left() {
        return MARGIN;
    }

    double bodyRight() {
        return bodyRight;
    }

    double width() {
        return width;
    }

    double bottom() {
        return bottom;
    }
}
