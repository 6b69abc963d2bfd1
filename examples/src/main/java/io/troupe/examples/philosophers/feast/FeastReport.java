// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers.feast;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * What all seats and forks of a run know, in one line.
 *
 * @param meals of all
 * @param least meals of the one with the fewest
 * @param most of the one with the most
 * @param hungry philosophers who have not eaten
 * @param gone philosophers who have left
 * @param held forks that are not on the table
 * @param wrong loans that were not in order: a fork was in two hands, or came twice
 * @param uneven forks that were not given back as often as their two philosophers have eaten
 */
record FeastReport(long meals, long least, long most, long hungry, long gone, long held, long wrong, long uneven) {
    private static final String BEGIN = "report ";

    /** Of seats and forks by number: philosopher i has the forks i and i + 1. */
    static FeastReport of(List<Seat.State> seats, List<Fork.State> forks) {
        long uneven = 0;
        int count = seats.size();
        for (int i = 0; i < count; i++) {
            long eaten =
                    seats.get(i).meals() + seats.get((i + count - 1) % count).meals();
            uneven += forks.get(i).returned() == eaten ? 0 : 1;
        }
        return new FeastReport(
                seats.stream().mapToLong(Seat.State::meals).sum(),
                seats.stream().mapToLong(Seat.State::meals).min().orElse(0),
                seats.stream().mapToLong(Seat.State::meals).max().orElse(0),
                seats.stream().filter(seat -> seat.meals() == 0).count(),
                seats.stream().filter(seat -> seat.phase() == Seat.Phase.GONE).count(),
                forks.stream().filter(fork -> !fork.holder().isEmpty()).count(),
                seats.stream().mapToLong(Seat.State::wrong).sum()
                        + forks.stream().mapToLong(Fork.State::wrong).sum(),
                uneven);
    }

    static FeastReport parse(String line) {
        long[] numbers = Arrays.stream(line.substring(BEGIN.length()).split(" ", -1))
                .mapToLong(Long::parseLong)
                .toArray();
        return new FeastReport(
                numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6], numbers[7]);
    }

    String line() {
        return LongStream.of(meals, least, most, hungry, gone, held, wrong, uneven)
                .mapToObj(Long::toString)
                .collect(Collectors.joining(" ", BEGIN, ""));
    }

    /** Whether nothing moves any more: all have left, and all forks have come back. */
    boolean isSettled(int count) {
        return gone == count && held == 0 && uneven == 0;
    }
}
