// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers.view;

import io.troupe.examples.philosophers.view.Guest.State;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table that is drawn over itself, for terminals. At most 80 columns. One thread at a time. */
public final class LiveTable implements Display {
    private static final int MAX_GUESTS = 20;
    private static final int OTHER_LINES = 6;
    private static final int BAR = 40;
    private static final String HIDE_CURSOR = "\u001b[?25l";
    private static final String SHOW_CURSOR = "\u001b[?25h";
    private static final String CLEAR_LINE = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";

    private final PrintWriter out;
    private final int shown;
    private int drawnLines;

    /**
     * Draws there, with ANSI escape sequences.
     *
     * @param terminalRows height of the terminal; guests who do not fit are counted only
     */
    public LiveTable(PrintWriter out, int terminalRows) {
        this.out = out;
        this.shown = Math.max(1, Math.min(MAX_GUESTS, terminalRows - OTHER_LINES));
    }

    @Override
    public boolean show(Evening evening) {
        List<String> lines = lines(evening);
        StringBuilder frame = new StringBuilder(HIDE_CURSOR);
        if (drawnLines > 0) {
            frame.append("\r\u001b[").append(drawnLines).append('A');
        }
        lines.forEach(line -> frame.append(line).append(CLEAR_LINE).append('\n'));
        frame.append(CLEAR_BELOW).append(SHOW_CURSOR);
        out.print(frame);
        drawnLines = lines.size();
        return !out.checkError();
    }

    private List<String> lines(Evening evening) {
        List<Guest> guests = evening.guests();
        int most = evening.meals().getMax();
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%,d philosophers   %.1f s   %,d meals",
                guests.size(),
                evening.seconds(),
                evening.meals().getSum()));
        lines.add("");
        lines.add(" seat  state      since   meals");
        for (int seat = 0; seat < Math.min(shown, guests.size()); seat++) {
            lines.add(row(seat + 1, guests.get(seat), most));
        }
        if (guests.size() > shown) {
            lines.add(String.format(Locale.ROOT, "  ...  and %,d more", guests.size() - shown));
        }
        lines.add(String.format(
                Locale.ROOT,
                "thinking %,d   hungry %,d   eating %,d   deadlocks %d",
                evening.count(State.THINKING),
                evening.count(State.HUNGRY),
                evening.count(State.EATING),
                evening.deadlocks()));
        return lines;
    }

    private static String row(int seat, Guest guest, int most) {
        int bar = most <= BAR ? guest.meals() : (int) ((long) guest.meals() * BAR / most);
        return String.format(
                Locale.ROOT,
                "%5d  %s%-8s\u001b[0m %5.1f s %7d  %s",
                seat,
                colour(guest.state()),
                guest.state(),
                guest.nanos() / 1e9,
                guest.meals(),
                "#".repeat(bar));
    }

    private static String colour(State state) {
        return switch (state) {
            case EATING -> "\u001b[32m";
            case HUNGRY -> "\u001b[33m";
            case STANDING -> "\u001b[31m";
            case THINKING, GONE -> "";
        };
    }
}
