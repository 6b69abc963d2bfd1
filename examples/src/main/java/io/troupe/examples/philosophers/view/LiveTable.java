// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers.view;

import io.troupe.examples.cli.Cut;
import io.troupe.examples.cli.Terminal.Size;
import io.troupe.examples.philosophers.view.Guest.State;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * A table that is drawn over itself, for terminals. Fits into the window, also when that changes its size meanwhile. One thread at
 * a time.
 */
public final class LiveTable implements Display {
    private static final int MAX_GUESTS = 20;
    /** Heading, blank line, titles, "more", sums; and the line of the cursor. */
    private static final int OTHER_LINES = 6;

    private static final int MOST_BAR = 40;
    private static final int BESIDE_BAR = 33;
    private static final String CLEAR_WINDOW = "\u001b[H\u001b[J";
    private static final String HIDE_CURSOR = "\u001b[?25l";
    private static final String SHOW_CURSOR = "\u001b[?25h";
    private static final String CLEAR_LINE = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";

    private final PrintWriter out;
    private final Supplier<Size> window;
    private Size drawn = Size.USUAL;
    private int drawnLines;

    /**
     * Draws there, with ANSI escape sequences.
     *
     * @param window its size; asked for each picture. Guests who do not fit are counted only
     */
    public LiveTable(PrintWriter out, Supplier<Size> window) {
        this.out = out;
        this.window = window;
    }

    @Override
    public boolean show(Evening evening) {
        Size now = window.get();
        List<String> lines = lines(evening, now);
        StringBuilder frame = new StringBuilder(HIDE_CURSOR);
        if (drawnLines > 0 && !now.equals(drawn)) {
            frame.append(CLEAR_WINDOW); // the terminal has wrapped or moved what was there
        } else if (drawnLines > 0) {
            frame.append("\r\u001b[").append(drawnLines).append('A');
        }
        drawn = now;
        lines.forEach(line -> frame.append(line).append(CLEAR_LINE).append('\n'));
        frame.append(CLEAR_BELOW).append(SHOW_CURSOR);
        out.print(frame);
        drawnLines = lines.size();
        return !out.checkError();
    }

    private static List<String> lines(Evening evening, Size window) {
        int shown = Math.max(0, Math.min(MAX_GUESTS, window.rows() - OTHER_LINES));
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
            lines.add(row(seat + 1, guests.get(seat), most, window.columns()));
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
        return lines.subList(Math.max(0, lines.size() - window.rows() + 1), lines.size()).stream()
                .map(line -> Cut.to(line, window.columns()))
                .toList();
    }

    private static String row(int seat, Guest guest, int most, int columns) {
        int room = Math.max(0, Math.min(MOST_BAR, columns - BESIDE_BAR));
        int bar = most <= room ? guest.meals() : (int) ((long) guest.meals() * room / most);
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
