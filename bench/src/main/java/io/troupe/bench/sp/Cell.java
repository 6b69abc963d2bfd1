// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp;

import io.troupe.bench.sp.stack.Pattern;
import io.troupe.bench.sp.stack.Transport;
import java.util.ArrayList;
import java.util.List;

/**
 * One thing to be measured.
 *
 * @param pattern what is sent
 * @param transport how it gets across
 * @param bytes length of a payload
 * @param threads that send or ask
 */
record Cell(Pattern pattern, Transport transport, int bytes, int threads) {
    private static final int SMALL = 4 * 1024;
    private static final int LARGE = 64 * 1024;
    private static final int REQUEST = 111;
    private static final int KIBI = 1024;

    /** The names of all cells, without threads. */
    static List<String> names() {
        List<String> names = new ArrayList<>();
        for (Transport transport : Transport.values()) {
            names.add(new Cell(Pattern.PAIR, transport, SMALL, 1).name());
            names.add(new Cell(Pattern.PAIR, transport, LARGE, 1).name());
        }
        for (Transport transport : Transport.values()) {
            names.add(new Cell(Pattern.LATENCY, transport, REQUEST, 1).name());
        }
        return names;
    }

    /**
     * Understands a name.
     *
     * @throws IllegalArgumentException if there is no such cell
     */
    static Cell of(String name, int threads) {
        for (Transport transport : Transport.values()) {
            for (Cell cell : List.of(
                    new Cell(Pattern.PAIR, transport, SMALL, threads),
                    new Cell(Pattern.PAIR, transport, LARGE, threads),
                    new Cell(Pattern.LATENCY, transport, REQUEST, threads))) {
                if (cell.name().equals(name)) {
                    return cell;
                }
            }
        }
        throw new IllegalArgumentException("cell must be one of " + String.join(", ", names()) + ": cell=" + name);
    }

    String name() {
        String size = pattern == Pattern.PAIR ? "-" + bytes / KIBI + "k" : "";
        return pattern.word() + "-" + transport.word() + size;
    }

    /** Name and threads. */
    String label() {
        return name() + (threads == 1 ? ", 1 thread" : ", " + threads + " threads");
    }
}
