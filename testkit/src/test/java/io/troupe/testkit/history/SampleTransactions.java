// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Histories of transactions made by chance. */
final class SampleTransactions {
    private SampleTransactions() {}

    /** Runs a transaction on lists, and returns its results. */
    static List<@Nullable Object> run(ListTransaction transaction, Map<String, List<Object>> lists) {
        List<@Nullable Object> results = new ArrayList<>();
        for (ListTransaction.Access access : transaction.accesses()) {
            List<Object> list = lists.computeIfAbsent(access.key(), key -> new ArrayList<>());
            if (access.element() == null) {
                results.add(List.copyOf(list));
            } else {
                list.add(access.element());
                results.add(null);
            }
        }
        return results;
    }

    private static ListTransaction transaction(Random random, int keys, int most, int[] elements) {
        List<ListTransaction.Access> accesses = new ArrayList<>();
        for (int i = 1 + random.nextInt(most); i > 0; i--) {
            String key = "x" + random.nextInt(keys);
            accesses.add(random.nextBoolean() ? ListTransaction.read(key) : ListTransaction.append(key, elements[0]++));
        }
        return new ListTransaction(accesses);
    }

    /** Up to five transactions on two lists, which each see the lists of some moment, or lists damaged a little. */
    static List<Operation<ListTransaction>> small(Random random) {
        History<ListTransaction> history = new History<>();
        int[] elements = {0};
        Map<String, List<Object>> lists = new HashMap<>();
        List<Map<String, List<Object>>> moments = new ArrayList<>();
        moments.add(Map.of());
        double chaos = random.nextInt(4) / 4.0;
        for (int i = 2 + random.nextInt(4); i > 0; i--) {
            ListTransaction transaction = transaction(random, 2, 3, elements);
            Invocation<ListTransaction> invocation =
                    history.of("T" + history.size()).invoke(transaction);
            int end = random.nextInt(8);
            if (end == 0) {
                invocation.fail();
                if (random.nextInt(3) > 0) {
                    continue;
                }
            } else if (end == 1) {
                invocation.info();
                if (random.nextBoolean()) {
                    continue;
                }
            }
            Map<String, List<Object>> seen = new HashMap<>();
            moments.get(random.nextDouble() < chaos ? random.nextInt(moments.size()) : moments.size() - 1)
                    .forEach((key, list) -> seen.put(key, new ArrayList<>(list)));
            List<@Nullable Object> results = run(transaction, seen);
            if (end > 1) {
                invocation.ok(random.nextInt(20) == 0 ? damaged(results, random) : results);
            }
            run(transaction, lists);
            Map<String, List<Object>> moment = new HashMap<>();
            lists.forEach((key, list) -> moment.put(key, new ArrayList<>(list)));
            moments.add(moment);
        }
        return history.operations();
    }

    private static List<@Nullable Object> damaged(List<@Nullable Object> results, Random random) {
        List<@Nullable Object> damaged = new ArrayList<>();
        for (Object result : results) {
            if (result instanceof List<?> list) {
                List<Object> other = new ArrayList<>(list);
                if (!other.isEmpty() && random.nextBoolean()) {
                    other.remove(random.nextInt(other.size()));
                } else {
                    other.add(random.nextInt(4));
                }
                damaged.add(other);
            } else {
                damaged.add(null);
            }
        }
        return damaged;
    }

    /**
     * Transactions that run one by one, recorded as if they overlapped.
     *
     * @param keys how many lists there are at a time; a list is not used any more once it has 20 elements
     * @param unknown how many have an unknown outcome
     */
    static List<Operation<ListTransaction>> serial(Random random, int transactions, int keys, double unknown) {
        return history(random, transactions, keys, unknown, 0).operations();
    }

    /**
     * The same, where reads see old lists now and then.
     *
     * @param stale how many of the transactions see lists as they were up to three transactions ago
     */
    static History<ListTransaction> history(Random random, int transactions, int keys, double unknown, double stale) {
        History<ListTransaction> history = new History<>();
        int[] elements = {0};
        Map<String, List<Object>> lists = new HashMap<>();
        List<Invocation<ListTransaction>> running = new ArrayList<>();
        List<@Nullable List<@Nullable Object>> results = new ArrayList<>();
        String[] names = new String[keys];
        int fresh = 0;
        for (int i = 0; i < keys; i++) {
            names[i] = "k" + fresh++;
        }
        for (int i = 0; i < transactions; i++) {
            List<ListTransaction.Access> accesses = new ArrayList<>();
            for (int k = 1 + random.nextInt(4); k > 0; k--) {
                int key = random.nextInt(keys);
                if (lists.getOrDefault(names[key], List.of()).size() >= 20) {
                    names[key] = "k" + fresh++;
                }
                accesses.add(
                        random.nextBoolean()
                                ? ListTransaction.read(names[key])
                                : ListTransaction.append(names[key], elements[0]++));
            }
            ListTransaction transaction = new ListTransaction(accesses);
            Invocation<ListTransaction> invocation =
                    history.of("c" + random.nextInt(10)).invoke(transaction);
            if (random.nextDouble() < unknown) {
                if (random.nextBoolean()) {
                    run(transaction, lists);
                }
                invocation.info();
                continue;
            }
            Map<String, List<Object>> seen = lists;
            if (random.nextDouble() < stale) {
                seen = new HashMap<>();
                for (ListTransaction.Access access : accesses) {
                    List<Object> list = lists.getOrDefault(access.key(), List.of());
                    seen.put(
                            access.key(),
                            new ArrayList<>(list.subList(0, Math.max(0, list.size() - random.nextInt(3)))));
                }
                List<@Nullable Object> old = run(transaction, seen);
                run(transaction, lists);
                results.add(old);
            } else {
                results.add(run(transaction, lists));
            }
            running.add(invocation);
            while (running.size() > 5) {
                int which = random.nextInt(running.size());
                running.remove(which).ok(results.remove(which));
            }
        }
        for (int i = 0; i < running.size(); i++) {
            running.get(i).ok(results.get(i));
        }
        return history;
    }
}
