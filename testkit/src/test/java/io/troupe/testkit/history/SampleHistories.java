// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Histories made by chance: of objects that really exist, or of answers that nobody has thought about. */
final class SampleHistories {
    /** A family of objects: which operations there are, what they may answer, and how they really behave. */
    record Family(
            String name,
            Model<?, Op, Object> model,
            Function<Random, Op> operations,
            Function<Random, Object> anyAnswer,
            Function<Op, Object> behaviour) {}

    private SampleHistories() {}

    static Family registers(int keys) {
        Map<String, Object> values = new HashMap<>();
        return new Family(
                "registers",
                Model.registers(0),
                random -> {
                    String key = "x" + random.nextInt(keys);
                    return switch (random.nextInt(5)) {
                        case 0, 1 -> Op.write(key, random.nextInt(3));
                        case 2 -> Op.compareAndSet(key, random.nextInt(3), random.nextInt(3));
                        default -> Op.read(key);
                    };
                },
                random -> random.nextInt(5) == 0 ? random.nextBoolean() : (Object) random.nextInt(3),
                op -> {
                    Object old = values.getOrDefault(op.key(), 0);
                    return switch (op.action()) {
                        case "read" -> old;
                        case "write" -> {
                            values.put(op.key(), op.argument(0));
                            yield null;
                        }
                        default -> {
                            boolean same = old.equals(op.argument(0));
                            if (same) {
                                values.put(op.key(), op.argument(1));
                            }
                            yield same;
                        }
                    };
                });
    }

    static Family queues() {
        Deque<Object> elements = new ArrayDeque<>();
        return new Family(
                "queues",
                Model.queues(),
                random -> random.nextBoolean() ? Op.enqueue("q", random.nextInt(3)) : Op.dequeue("q"),
                random -> random.nextInt(3) == 0 ? null : random.nextInt(3),
                op -> {
                    if (op.action().equals("dequeue")) {
                        return elements.pollFirst();
                    }
                    elements.addLast(Objects.requireNonNull(op.argument(0)));
                    return null;
                });
    }

    /** Queues into which nothing goes twice. */
    static Family distinctQueues() {
        int[] next = {0};
        Family equal = queues();
        return new Family(
                "distinct queues",
                equal.model(),
                random -> random.nextBoolean() ? Op.enqueue("q", next[0]++) : Op.dequeue("q"),
                random -> random.nextInt(3) == 0 ? null : random.nextInt(next[0] + 1),
                equal.behaviour());
    }

    static Family locks() {
        Object[] owner = {null};
        return new Family(
                "locks",
                Model.locks(),
                random -> random.nextBoolean()
                        ? Op.acquire("lock", random.nextInt(2))
                        : Op.release("lock", random.nextInt(2)),
                Random::nextBoolean,
                op -> {
                    boolean acquire = op.action().equals("acquire");
                    boolean done = acquire ? owner[0] == null : Objects.equals(owner[0], op.argument(0));
                    if (done) {
                        owner[0] = acquire ? op.argument(0) : null;
                    }
                    return done;
                });
    }

    static Family sets() {
        Set<Object> members = new HashSet<>();
        return new Family(
                "sets",
                Model.sets(),
                random -> switch (random.nextInt(4)) {
                    case 0 -> Op.add("s", random.nextInt(2));
                    case 1 -> Op.remove("s", random.nextInt(2));
                    case 2 -> Op.contains("s", random.nextInt(2));
                    default -> Op.read("s");
                },
                random -> random.nextInt(3) > 0
                        ? random.nextBoolean()
                        : (Object) List.of(List.of(), List.of(0), List.of(1), List.of(1, 0))
                                .get(random.nextInt(4)),
                op -> switch (op.action()) {
                    case "add" -> members.add(op.argument(0));
                    case "remove" -> members.remove(op.argument(0));
                    case "contains" -> members.contains(op.argument(0));
                    default -> new ArrayList<>(members);
                });
    }

    static Family counters() {
        long[] sum = {0};
        return new Family(
                "counters",
                Model.counters(),
                random -> random.nextBoolean() ? Op.increment("n", random.nextInt(3) - 1) : Op.read("n"),
                random -> random.nextInt(3) == 0 ? null : (long) random.nextInt(4) - 1,
                op -> {
                    if (op.action().equals("increment")) {
                        sum[0] += (Long) Objects.requireNonNull(op.argument(0));
                    }
                    return sum[0];
                });
    }

    /** A fresh family of each kind. */
    static List<Family> families() {
        return List.of(registers(1), registers(2), queues(), distinctQueues(), locks(), sets(), counters());
    }

    /** Answers by chance: most of these histories are wrong. */
    static History<Op> guessed(Family family, Random random, int clients, int operations, double unknown) {
        return run(
                random,
                clients,
                operations,
                unknown,
                family.operations(),
                op -> family.anyAnswer().apply(random),
                1);
    }

    /** What a real object answers, which does each operation at some moment between beginning and end: always right. */
    static History<Op> real(Family family, Random random, int clients, int operations, double unknown) {
        return run(random, clients, operations, unknown, family.operations(), family.behaviour(), 1);
    }

    /** One operation under way. */
    private static final class Running {
        final Invocation<Op> invocation;
        final Op op;
        boolean done;

        @Nullable
        Object answer;

        Running(Invocation<Op> invocation, Op op) {
            this.invocation = invocation;
            this.op = op;
        }
    }

    static History<Op> run(
            Random random,
            int clients,
            int operations,
            double unknown,
            Function<Random, Op> chooser,
            Function<Op, Object> behaviour,
            int perClient) {
        History<Op> history = new History<>();
        List<List<Running>> running = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            running.add(new ArrayList<>());
        }
        List<Running> lost = new ArrayList<>();
        int begun = 0;
        int left = operations;
        while (left > 0) {
            int client = random.nextInt(clients);
            List<Running> own = running.get(client);
            if (begun < operations && own.size() < perClient && random.nextInt(3) > 0) {
                Op op = chooser.apply(random);
                own.add(new Running(history.of("c" + client).invoke(op), op));
                begun++;
            } else if (!own.isEmpty()) {
                Running one = own.get(random.nextInt(own.size()));
                if (!one.done) {
                    if (random.nextDouble() < unknown) {
                        if (random.nextInt(3) == 0) {
                            one.invocation.fail();
                        } else {
                            one.invocation.info();
                            lost.add(one);
                        }
                        own.remove(one);
                        left--;
                    } else {
                        one.done = true;
                        one.answer = behaviour.apply(one.op);
                    }
                } else {
                    one.invocation.ok(one.answer);
                    own.remove(one);
                    left--;
                }
            } else if (!lost.isEmpty() && random.nextInt(4) == 0) {
                Running late = lost.remove(random.nextInt(lost.size()));
                late.answer = behaviour.apply(late.op); // long after its client has given up
            }
        }
        return history;
    }

    /** The same history with one answer changed. */
    static List<Operation<Op>> mutated(List<Operation<Op>> operations, Family family, Random random) {
        List<Operation<Op>> copy = new ArrayList<>(operations);
        List<Operation<Op>> answered =
                copy.stream().filter(o -> o.end() == OperationEnd.OK).toList();
        if (!answered.isEmpty()) {
            Operation<Op> old = answered.get(random.nextInt(answered.size()));
            copy.set(
                    copy.indexOf(old),
                    new Operation<>(
                            old.number(),
                            old.client(),
                            old.call(),
                            old.end(),
                            family.anyAnswer().apply(random),
                            old.invoked(),
                            old.completed(),
                            old.startTime(),
                            old.endTime()));
        }
        return copy;
    }
}
