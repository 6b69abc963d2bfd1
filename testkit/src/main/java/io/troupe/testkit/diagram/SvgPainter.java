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
import java.util.List;
import java.util.Locale;

/** Paints a scene as SVG. Used once. */
final class SvgPainter {
    private static final double HALF_BOX = 9;

    private static final String STYLE =
            """
            text { font: 12px Inter, "Segoe UI", "Helvetica Neue", Helvetica, Arial, "DejaVu Sans", sans-serif;
              fill: #1f2328; font-variant-numeric: tabular-nums; }
            .title { font-size: 19px; font-weight: 600; }
            .summary { font-size: 13px; fill: #59636e; }
            .name { font-size: 12.5px; font-weight: 600; }
            .node { font-size: 12px; font-weight: 600; fill: #59636e; }
            .time { fill: #59636e; font-size: 11px; }
            .number { fill: #9aa4ae; font-size: 10.5px; }
            .label { paint-order: stroke; stroke: #fff; stroke-width: 4px; stroke-linejoin: round; }
            .small { font-size: 10px; fill: #59636e; paint-order: stroke; stroke: #fff; stroke-width: 3px; }
            .gap { fill: #818b95; font-style: italic; font-size: 11.5px; }
            .life { stroke: #c9d1d9; stroke-width: 1.4; }
            .head { fill: #f3f6f9; stroke: #c9d1d9; }
            .band { fill: #e6ebf1; }
            .turn { fill: #cfe0fc; stroke: #2f66c8; stroke-width: 1.3; }
            .task { fill: #eee7fb; stroke: #7650b8; stroke-width: 1.3; }
            .disk { fill: #e2f1e6; stroke: #2f7d4a; stroke-width: 1.3; }
            .note { fill: #fff6d6; stroke: #c79a2b; stroke-width: 1.1; }
            .arrow { fill: none; stroke: #31373d; stroke-width: 1.5; }
            .answer { stroke-dasharray: 6 3.5; }
            .bytes { stroke: #5b7083; stroke-dasharray: 1.6 3; stroke-linecap: round; }
            .tip { fill: #31373d; }
            .open { fill: #fff; stroke: #31373d; stroke-width: 1.4; }
            .red { fill: #c62828; }
            .redline { fill: none; stroke: #c62828; stroke-width: 1.7; }
            .hair { stroke: #c62828; stroke-width: .8; stroke-dasharray: 2 3; opacity: .7; }
            .clock { fill: #fff; stroke: #c62828; stroke-width: 1.6; }
            .fault { fill: #fdeaea; }
            .violation { fill: #c62828; }
            .rule { fill: #fff; font-size: 13px; font-weight: 600; }
            .held { fill: #fff0d4; stroke: #d58512; stroke-width: 1; }
            .heldtext { fill: #955a04; font-size: 10px; font-weight: 600; }
            .fold { fill: #f1f4f7; }
            .foldline { fill: none; stroke: #818b95; stroke-width: 1.4; }
            .foldtext { fill: #59636e; font-size: 11px; font-weight: 600; }
            .bracket { fill: none; stroke: #14746f; stroke-width: 1.6; }
            .pending { stroke-dasharray: 4 3; }
            .op { fill: #0e5450; }
            .pale { opacity: .3; }
            """;

    private final Scene scene;
    private final SvgLayout layout;
    private final StringBuilder out = new StringBuilder(1 << 16);

    /** Lines of arrows, which come behind all boxes and labels. */
    private final StringBuilder strokes = new StringBuilder(1 << 14);

    SvgPainter(Scene scene) {
        this.scene = scene;
        this.layout = new SvgLayout(scene);
    }

    String paint() {
        double height = layout.bottom() + 58;
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n",
                layout.width(), height, layout.width(), height);
        out.append("<style>\n").append(STYLE).append("</style>\n");
        add("<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n");
        text("title", layout.left(), 30, scene.title());
        text("summary", layout.left(), scene.title().isEmpty() ? 30 : 51, scene.summary());
        backgrounds();
        lifelines();
        int behind = out.length();
        for (int row = 0; row < scene.rows().size(); row++) {
            row(row);
        }
        scene.brackets().forEach(this::bracket);
        legend(layout.bottom() + 34);
        return out.insert(behind, strokes).append("</svg>\n").toString();
    }

    // ---- behind the events ---------------------------------------------------------------------------------------

    private void backgrounds() {
        for (Fold fold : scene.folds()) {
            double top = layout.y(fold.first()) - 14;
            double bottom = layout.y(fold.last()) + 14;
            double x = SvgLayout.FOLD;
            add(
                    "<rect class=\"fold\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"4\"/>\n",
                    x, top, layout.bodyRight() - x, bottom - top);
        }
        for (int row = 0; row < scene.rows().size(); row++) {
            if (scene.rows().get(row) instanceof Step step && step.first().kind() == EventKind.FAULT) {
                add(
                        "<rect class=\"fault%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"24\" rx=\"4\"/>\n",
                        step.isDark() ? "" : " pale",
                        SvgLayout.FOLD,
                        layout.y(row) - 12,
                        layout.bodyRight() - SvgLayout.FOLD);
            }
        }
    }

    private void lifelines() {
        List<Lifeline> all = scene.lifelines();
        nodeBands(all);
        for (int i = 0; i < all.size(); i++) {
            double x = layout.x(i);
            add(
                    "<line class=\"life\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
                    x, layout.bodyTop() - 6, x, layout.bottom());
            double wide = layout.nameBox(i);
            add(
                    "<g><title>%s</title><rect class=\"head\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.0f\" rx=\"6\"/>",
                    Xml.escape(all.get(i).id()), x - wide / 2, layout.headTop(), wide, SvgLayout.HEAD - 6);
            List<String> lines = SvgLayout.nameLines(all.get(i));
            double y = layout.headTop() + (SvgLayout.HEAD - 6) / 2 + 4.5 - (lines.size() - 1) * 7.5;
            for (String line : lines) {
                centred("name", x, y, line);
                y += 15;
            }
            out.append("</g>\n");
        }
        for (int lane = 0; lane < scene.lanes().size(); lane++) {
            text(
                    "name op",
                    layout.lane(lane),
                    layout.bodyTop() - 18,
                    scene.lanes().get(lane));
        }
        boolean oneNode = all.stream()
                        .map(Lifeline::node)
                        .filter(node -> !node.isEmpty())
                        .distinct()
                        .count()
                == 1;
        for (double y : layout.strips()) {
            add(
                    "<rect class=\"head\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.0f\" rx=\"4\"/>\n",
                    SvgLayout.FOLD, y, layout.bodyRight() - SvgLayout.FOLD, SvgLayout.STRIP - 4);
            for (int i = 0; i < all.size(); i++) {
                Lifeline line = all.get(i);
                double room = roomAround(i);
                String name = line.node().isEmpty() || oneNode ? line.name() : line.node() + "/" + line.name();
                int letters = Math.max(4, (int) (room / 7.2));
                centred("name", layout.x(i), y + 15.5, Labels.shorten(name, letters));
            }
        }
    }

    private double roomAround(int column) {
        double before = column == 0 ? 160 : layout.x(column) - layout.x(column - 1);
        boolean last = column == scene.lifelines().size() - 1;
        double behind = last ? 160 : layout.x(column + 1) - layout.x(column);
        return Math.min(before, behind) - 6;
    }

    private void nodeBands(List<Lifeline> all) {
        int i = 0;
        while (i < all.size()) {
            String node = all.get(i).node();
            int last = i;
            while (last + 1 < all.size() && all.get(last + 1).node().equals(node)) {
                last++;
            }
            if (!node.isEmpty()) {
                double left = layout.x(i) - layout.nameBox(i) / 2;
                double right = layout.x(last) + layout.nameBox(last) / 2;
                add(
                        "<rect class=\"band\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"20\" rx=\"4\"/>",
                        left, layout.nodesTop(), right - left);
                int letters = Math.max(3, (int) ((right - left) / 7));
                centred("node", (left + right) / 2, layout.nodesTop() + 14, Labels.shorten(node, letters));
            }
            i = last + 1;
        }
    }

    // ---- events --------------------------------------------------------------------------------------------------

    private void row(int at) {
        Row row = scene.rows().get(at);
        double y = layout.y(at);
        if (row instanceof Gap gap) {
            text("gap", SvgLayout.FOLD + 4, y + 4, "⋮  " + Labels.count(gap.events(), "event") + " not shown");
        } else if (row instanceof Violation violation) {
            violation(violation, y);
        } else if (row instanceof Step step) {
            margin(at, step, y);
            for (int i = 0; i < step.marks().size(); i++) {
                Mark mark = step.marks().get(i);
                boolean said = i > 0 && mark.label().equals(step.marks().get(0).label());
                mark(mark, y, said, step);
            }
        }
    }

    private void violation(Violation violation, double y) {
        double left = SvgLayout.FOLD;
        double wide = Math.max(layout.bodyRight() - left, SvgLayout.ruleBox(violation));
        add(
                "<rect class=\"violation\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"24\" rx=\"4\"/>",
                left, y - 12, wide);
        add("<path d=\"M%.1f %.1fl9 9m0 -9l-9 9\" stroke=\"#fff\" stroke-width=\"2.2\"/>", left + 11, y - 4.5);
        text("rule", left + 30, y + 4.5, violation.rule());
        out.append('\n');
    }

    private void margin(int at, Step step, double y) {
        String pale = step.isDark() ? "" : " pale";
        SimEvent first = step.first();
        boolean timed = first.kind() == EventKind.TIME || first.kind() == EventKind.FAULT;
        if (timed || isNewTime(at, first.nanos())) {
            right(timed ? "time red" + pale : "time" + pale, SvgLayout.TIME_RIGHT, y + 4, Labels.time(first.nanos()));
        }
        right("number" + pale, SvgLayout.NUMBER_RIGHT, y + 4, "#" + first.number());
        for (Fold fold : scene.folds()) {
            if (fold.first() == at) {
                fold(fold);
            }
        }
    }

    private boolean isNewTime(int at, long nanos) {
        for (int row = at - 1; row >= 0; row--) {
            if (scene.rows().get(row) instanceof Step step) {
                return step.first().nanos() != nanos;
            }
        }
        return true;
    }

    private void fold(Fold fold) {
        double top = layout.y(fold.first()) - 13;
        double bottom = layout.y(fold.last()) + 13;
        double x = SvgLayout.FOLD + 1;
        add("<path class=\"foldline\" d=\"M%.1f %.1fq-5 0 -5 5V%.1fq0 5 5 5\"/>", x, top, bottom - 5);
        right("foldtext", layout.bodyRight() - 8, bottom - 5, fold.text(nanosAt(fold.last())));
        out.append('\n');
    }

    private long nanosAt(int row) {
        return scene.rows().get(row) instanceof Step step ? step.first().nanos() : -1;
    }

    private void mark(Mark mark, double y, boolean said, Step step) {
        boolean paired = step.marks().size() > 1;
        add("<g%s><title>%s</title>", mark.dark() ? "" : " class=\"pale\"", Xml.escape(tip(mark)));
        double x = mark.target() < 0 ? SvgLayout.FOLD + 14 : layout.x(mark.target());
        switch (mark.event().kind()) {
            case ARRIVAL -> arrow(mark, y, "arrow", !paired);
            case ANSWER -> arrow(mark, y, "arrow answer", !paired);
            case BYTES -> arrow(mark, y, "arrow bytes", false);
            case LINK -> link(mark, y);
            case TURN -> {
                box("turn", x, y, 1.5);
                turnLabel(
                        mark,
                        x,
                        y,
                        said ? "" : mark.label(),
                        paired && comesFromRight(step.marks().get(0)));
            }
            case TASK -> {
                box("task", x, y, 6);
                beside(mark, x + 12, y, mark.label(), "label");
            }
            case SEND -> {
                add("<circle class=\"tip\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>", layout.x(mark.source()), y);
                beside(mark, layout.x(mark.source()) + 10, y, mark.label(), "label");
            }
            case TIME -> clock(mark, x, y);
            case DISK -> disk(mark, x, y);
            case FAULT -> {
                for (int i = mark.target(); i <= mark.reach(); i++) {
                    add(
                            "<path class=\"redline\" d=\"M%.1f %.1fl11 11m0 -11l-11 11\" stroke-width=\"2.4\"/>",
                            layout.x(i) - 5.5, y - 5.5);
                }
                beside(mark, layout.x(mark.reach()) + 13, y, mark.label(), "label red");
            }
            case NOTE -> note(mark, x, y);
        }
        out.append("</g>\n");
    }

    private String tip(Mark mark) {
        SimEvent event = mark.event();
        StringBuilder text = new StringBuilder(event.name());
        if (!event.label().isEmpty()) {
            text.append(": ").append(event.label());
        }
        text.append("\n#").append(event.number()).append(" at ").append(Labels.time(event.nanos()));
        Tail tail = mark.tail();
        if (tail != null) {
            text.append(", sent at ").append(Labels.time(tail.nanos()));
        }
        return event.cause() < 0
                ? text.toString()
                : text.append(", caused by #").append(event.cause()).toString();
    }

    private void box(String style, double x, double y, double round) {
        add(
                "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"12\" height=\"%.1f\" rx=\"%.1f\"/>",
                style, x - 6, y - HALF_BOX, 2 * HALF_BOX, round);
    }

    private static boolean comesFromRight(Mark arrow) {
        return arrow.source() >= arrow.target();
    }

    /** On the side that the arrow leaves free. */
    private void turnLabel(Mark mark, double x, double y, String label, boolean left) {
        if (left && !label.isEmpty()) {
            right("label", x - 12, y + 4, label);
            if (mark.held()) {
                held(x - 18 - TextWidths.of(label, SvgLayout.LABEL) - SvgLayout.HELD, y);
            }
        } else {
            beside(mark, x + 12, y, label, "label");
        }
    }

    private void beside(Mark mark, double x, double y, String label, String style) {
        if (!label.isEmpty()) {
            text(style, x, y + 4, label);
        }
        if (mark.held()) {
            held(x + (label.isEmpty() ? 0 : TextWidths.of(label, SvgLayout.LABEL) + 6), y);
        }
    }

    private void held(double x, double y) {
        add(
                "<rect class=\"held\" x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"15\" rx=\"7.5\"/>",
                x, y - 8, SvgLayout.HELD);
        centred("heldtext", x + SvgLayout.HELD / 2.0, y + 3.2, "held back");
    }

    private void clock(Mark mark, double x, double y) {
        boolean ofAll = mark.target() < 0; // time passes for everybody: the line goes through the picture
        double from = ofAll ? x + 8 : SvgLayout.FOLD;
        double to = ofAll ? layout.bodyRight() : x - 8;
        add("<line class=\"hair\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", from, y, to, y);
        add("<circle class=\"clock\" cx=\"%.1f\" cy=\"%.1f\" r=\"7\"/>", x, y);
        add("<path class=\"redline\" d=\"M%.1f %.1fV%.1fH%.1f\" stroke-width=\"1.4\"/>", x, y - 4.2, y, x + 3.6);
        beside(mark, x + 12, y, mark.label(), "label red");
    }

    private void disk(Mark mark, double x, double y) {
        add("<path class=\"disk\" d=\"M%.1f %.1fa8 3.2 0 0 1 16 0v11a8 3.2 0 0 1 -16 0z\"/>", x - 8, y - 6);
        add("<path d=\"M%.1f %.1fa8 3.2 0 0 0 16 0\" fill=\"none\" stroke=\"#2f7d4a\"/>", x - 8, y - 6);
        beside(mark, x + 14, y, mark.label(), "label");
    }

    private void note(Mark mark, double x, double y) {
        double wide = TextWidths.of(mark.label(), SvgLayout.LABEL) + 14;
        add("<path class=\"note\" d=\"M%.1f %.1fh%.1fl6 6v14h-%.1fz\"/>", x - 6, y - 10, wide, wide + 6);
        text("", x + 1, y + 4, mark.label());
        if (mark.held()) {
            held(x + wide + 6, y);
        }
    }

    // ---- arrows --------------------------------------------------------------------------------------------------

    private void arrow(Mark mark, double y, String style, boolean waits) {
        if (mark.source() == mark.target()) {
            loop(mark, y, style, waits);
            return;
        }
        double from = layout.x(mark.source());
        double to = layout.x(mark.target());
        int way = to > from ? 1 : -1;
        double stop = to - way * (waits ? 5 : 7);
        Tail tail = mark.tail();
        double flat = Math.min(SvgLayout.labelWidth(mark) + 22, Math.abs(stop - from) * 0.72);
        if (tail == null) {
            stroke(mark, style, "M%.1f %.1fH%.1f", from, y, stop);
            add("<circle class=\"tip\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.4\"/>", from, y);
        } else {
            double begin = layout.y(tail.row()) + HALF_BOX * 0.6;
            double bend = stop - way * flat;
            double middle = (from + way * 6 + bend) / 2;
            stroke(
                    mark,
                    style,
                    "M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1fH%.1f",
                    from + way * 6,
                    begin,
                    middle,
                    begin,
                    middle,
                    y,
                    bend,
                    y,
                    stop);
        }
        tip(stop, y, way);
        if (waits) {
            add("<circle class=\"open\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>", to, y);
        }
        label(mark, stop - way * 12, y, way);
        if (tail != null && mark.dark() && tail.nanos() != mark.event().nanos()) {
            String times =
                    Labels.time(tail.nanos()) + " → " + Labels.time(mark.event().nanos());
            if (TextWidths.of(times, 10) < Math.abs(stop - from) - 16) {
                anchored("small", stop - way * 12, y + 11.5, times, way > 0 ? "end" : "start");
            }
        }
    }

    /** Beside the arrow's head; the mark of a held event stands on the far side of the text. */
    private void label(Mark mark, double x, double y, int way) {
        if (!mark.label().isEmpty()) {
            anchored("label", x, y - 5, mark.label(), way > 0 ? "end" : "start");
        }
        if (mark.held()) {
            double wide = mark.label().isEmpty() ? 0 : TextWidths.of(mark.label(), SvgLayout.LABEL) + 6;
            held(way > 0 ? x - wide - SvgLayout.HELD : x + wide, y - 9);
        }
    }

    private void loop(Mark mark, double y, String style, boolean waits) {
        double x = layout.x(mark.target());
        Tail tail = mark.tail();
        double begin = tail == null ? y - 9 : layout.y(tail.row()) + HALF_BOX * 0.6;
        double out = tail == null ? 22 : 30;
        stroke(
                mark,
                style,
                "M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f",
                x + 6,
                begin,
                x + out + 6,
                begin,
                x + out + 6,
                y,
                x + 9,
                y);
        tip(x + 7, y, -1);
        if (waits) {
            add("<circle class=\"open\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>", x, y);
        }
        beside(mark, x + out + 8, y, mark.label(), "label");
    }

    private void stroke(Mark mark, String style, String path, Object... values) {
        strokes.append("<path class=\"")
                .append(style)
                .append(mark.dark() ? "" : " pale")
                .append("\" d=\"");
        strokes.append(String.format(Locale.ROOT, path, values)).append("\"/>\n");
    }

    private void tip(double x, double y, int way) {
        add("<path class=\"tip\" d=\"M%.1f %.1fl%d -4.4v8.8z\"/>", x, y, -9 * way);
    }

    private void link(Mark mark, double y) {
        double from = layout.x(mark.source());
        double to = layout.x(mark.target());
        boolean down = mark.event().label().startsWith("down");
        add(
                "<path class=\"%s\" d=\"M%.1f %.1fH%.1fM%.1f %.1fH%.1f\"/>",
                down ? "redline" : "arrow", from, y - 2, to, from, y + 2, to);
        double x = Math.max(from, to) - 12;
        anchored(down ? "label red" : "label", x, y - 6, "link " + mark.label(), "end");
    }

    // ---- history -------------------------------------------------------------------------------------------------

    private void bracket(Span span) {
        Bracket bracket = span.bracket();
        double x = layout.lane(span.lane());
        boolean same = span.first() == span.last();
        double top = span.first() < 0 ? layout.bodyTop() - 4 : layout.y(span.first()) + (same ? -8 : 3);
        boolean cut = span.last() >= scene.rows().size();
        double bottom = cut ? layout.bottom() : span.last() < 0 ? top + 12 : layout.y(span.last()) + (same ? 8 : -3);
        add(
                "<g><title>%s</title><path class=\"bracket%s\" d=\"M%.1f %.1fh-8V%.1f%s\"/>",
                Xml.escape(bracket.client() + ": " + bracket.operation() + " " + bracket.outcome()),
                bracket.isOpen() ? " pending" : "",
                x + 8,
                top,
                bottom,
                cut ? "" : "h8");
        String operation = Labels.shorten(bracket.operation(), 30);
        String outcome = Labels.shorten(bracket.outcome(), 30);
        if (bottom - top < 30) {
            double middle = (top + bottom) / 2 + 4;
            text("label op", x + 13, middle, outcome.isEmpty() ? operation : operation + "  " + outcome);
        } else {
            text("label op", x + 13, top + 5, operation);
            if (cut) {
                text("label op", x + 13, bottom + 4, outcome.isEmpty() ? "open" : outcome);
            } else {
                text("label op", x + 13, bottom + 4, outcome);
            }
        }
        out.append("</g>\n");
    }

    // ---- legend --------------------------------------------------------------------------------------------------

    private void legend(double y) {
        double x = layout.left();
        box("turn", x + 6, y, 1.5);
        x = said(x + 18, y, "turn");
        add("<path class=\"arrow\" d=\"M%.1f %.1fh20\"/>", x, y);
        tip(x + 26, y, 1);
        x = said(x + 32, y, "message");
        add("<path class=\"arrow answer\" d=\"M%.1f %.1fh20\"/>", x, y);
        tip(x + 26, y, 1);
        x = said(x + 32, y, "answer");
        add("<circle class=\"open\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>", x + 4, y);
        x = said(x + 14, y, "waits in the mailbox");
        if (scene.focused() && layout.width() - x > 150) {
            said(x, y, "dark: the causal past of the violation");
        }
    }

    private double said(double x, double y, String text) {
        text("summary", x, y + 4, text);
        return x + TextWidths.of(text, 13) + 16;
    }

    // ---- primitives ----------------------------------------------------------------------------------------------

    private void text(String style, double x, double y, String text) {
        anchored(style, x, y, text, "start");
    }

    private void right(String style, double x, double y, String text) {
        anchored(style, x, y, text, "end");
    }

    private void centred(String style, double x, double y, String text) {
        anchored(style, x, y, text, "middle");
    }

    private void anchored(String style, double x, double y, String text, String anchor) {
        if (!text.isEmpty()) {
            add(
                    "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>",
                    style, x, y, anchor, Xml.escape(text));
        }
    }

    private void add(String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values));
    }
}
