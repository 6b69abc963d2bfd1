// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channel;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A task for channels, the same for every library and language that is measured.
 *
 * @param kind what is done
 * @param size round trips have 1, transfers their senders, selects their channels, rows their stages, sieves 1
 * @param receivers of a transfer; 1 otherwise
 * @param capacity of each channel; 0 for a hand-over without a buffer
 * @param amount round trips, elements or primes of a batch
 */
public record ChannelWork(Kind kind, int size, int receivers, int capacity, int amount) {
    /** What is done with channels. */
    public enum Kind {
        /** Two hand a number to and fro; per round trip. */
        PAIR,
        /** Senders and receivers share one channel; per element. */
        TRANSFER,
        /** One receiver selects among channels that have a sender each; per element. */
        SELECT,
        /** A chain of filters that grows with each prime; per number that a filter gets. */
        SIEVE,
        /** A source, then stages with a channel before each, of which the last adds up; per element. */
        CHAIN
    }

    private static final int ROUND_TRIPS = 50_000;
    private static final int ELEMENTS = 100_000;
    private static final int PRIMES = 500;

    private static final Pattern NAME = Pattern.compile("(pair|sieve|select|chain|(\\d)to)(\\d?)-(\\d{1,4})");
    private static final List<String> NAMES = List.of(
            "pair-0",
            "1to1-0",
            "8to8-0",
            "1to1-128",
            "8to1-128",
            "8to8-128",
            "select2-0",
            "select4-0",
            "select8-0",
            "select2-128",
            "select4-128",
            "select8-128",
            "sieve-0",
            "sieve-16",
            "chain3-128",
            "chain5-128");

    /** The names of all tasks that are measured. */
    public static List<String> names() {
        return NAMES;
    }

    /**
     * The task of a name, as "8to1-128": eight senders, one receiver and a capacity of 128.
     *
     * @throws IllegalArgumentException if it is none of the names
     */
    public static ChannelWork named(String name) {
        Matcher parts = NAME.matcher(name);
        if (!NAMES.contains(name) || !parts.matches()) {
            throw new IllegalArgumentException(
                    "workload must be one of " + String.join(", ", NAMES) + ": workload=" + name);
        }
        int capacity = Integer.parseInt(parts.group(4));
        int number = parts.group(3).isEmpty() ? 1 : Integer.parseInt(parts.group(3));
        return switch (parts.group(1)) {
            case "pair" -> new ChannelWork(Kind.PAIR, 1, 1, capacity, ROUND_TRIPS);
            case "sieve" -> new ChannelWork(Kind.SIEVE, 1, 1, capacity, PRIMES);
            case "select" -> new ChannelWork(Kind.SELECT, number, 1, capacity, ELEMENTS);
            case "chain" -> new ChannelWork(Kind.CHAIN, number, 1, capacity, ELEMENTS);
            default -> new ChannelWork(Kind.TRANSFER, Integer.parseInt(parts.group(2)), number, capacity, ELEMENTS);
        };
    }

    /** The same in batches of another amount, which all senders and receivers can share equally. */
    public ChannelWork of(int newAmount) {
        return new ChannelWork(kind, size, receivers, capacity, newAmount);
    }

    /** Its name. */
    public String name() {
        String word =
                switch (kind) {
                    case PAIR -> "pair";
                    case SIEVE -> "sieve";
                    case SELECT -> "select" + size;
                    case CHAIN -> "chain" + size;
                    case TRANSFER -> size + "to" + receivers;
                };
        return word + "-" + capacity;
    }

    /** What each sender sends, and each receiver of a transfer receives when they divide their work. */
    public int perSender() {
        return amount / size;
    }

    /** By what the time of a batch is divided. */
    public long operations() {
        return kind == Kind.SIEVE ? PrimeSieve.messages(amount) : amount;
    }

    /**
     * What a batch must give: the last number of the round trips, the sum of all elements with what the stages added, or the sum
     * of the primes and of the numbers that the filters got.
     */
    public long expected() {
        long each = perSender();
        return switch (kind) {
            case PAIR -> amount;
            case SIEVE -> PrimeSieve.messages(amount) + PrimeSieve.sum(amount);
            case TRANSFER, SELECT -> size * each * (each - 1) / 2;
            case CHAIN -> (long) amount * (amount - 1) / 2 + (long) amount * (size - 1);
        };
    }
}
