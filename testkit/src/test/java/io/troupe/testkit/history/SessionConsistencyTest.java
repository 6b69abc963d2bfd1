// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import static io.troupe.testkit.history.SessionGuarantee.MONOTONIC_READS;
import static io.troupe.testkit.history.SessionGuarantee.MONOTONIC_WRITES;
import static io.troupe.testkit.history.SessionGuarantee.READ_YOUR_WRITES;
import static io.troupe.testkit.history.SessionGuarantee.WRITES_FOLLOW_READS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SessionConsistencyTest {
    private static final SessionGuarantee[] ALL = SessionGuarantee.values();

    private final History<Op> history = new History<>();

    private void done(String client, Op op, @Nullable Object result) {
        history.of(client).invoke(op).ok(result);
    }

    private List<String> names(WriteOrder order, SessionGuarantee... guarantees) {
        return SessionConsistency.check(history, order, guarantees).names();
    }

    /** That one guarantee breaks alone, and the others together hold. */
    private void breaksOnly(SessionGuarantee guarantee) {
        assertThat(names(WriteOrder.REAL_TIME, guarantee)).containsExactly(guarantee.word());
        SessionGuarantee[] others = EnumSet.complementOf(EnumSet.of(guarantee)).toArray(SessionGuarantee[]::new);
        assertThat(names(WriteOrder.REAL_TIME, others)).isEmpty();
    }

    @Test
    void shouldAcceptAPrimary() {
        done("a", Op.write("x", 1), null);
        done("a", Op.read("x"), 1);
        done("b", Op.read("x"), 1);
        done("b", Op.write("x", 2), null);
        done("a", Op.compareAndSet("x", 2, 3), true);
        done("a", Op.compareAndSet("x", 2, 4), false);
        done("c", Op.read("x"), 3);
        assertThat(names(WriteOrder.REAL_TIME, ALL)).isEmpty();
        HistoryAssert.assertThat(history).guarantees(WriteOrder.REAL_TIME, ALL).guarantees(ALL);
    }

    @Test
    void shouldAcceptClientsThatNeverSeeEachOther() {
        done("a", Op.write("x", 1), null);
        done("b", Op.write("x", 2), null);
        done("a", Op.read("x"), 1);
        done("b", Op.read("x"), 2);
        assertThat(names(WriteOrder.UNKNOWN, ALL)).isEmpty();
        done("a", Op.read("x"), 2);
        assertThat(names(WriteOrder.REAL_TIME, ALL)).isEmpty();
        done("b", Op.read("x"), 1); // as if its own write had come first
        assertThat(names(WriteOrder.REAL_TIME, READ_YOUR_WRITES)).containsExactly("read your writes");
        assertThat(names(WriteOrder.UNKNOWN, READ_YOUR_WRITES)).containsExactly("read your writes");
    }

    @Test
    void shouldFindAClientThatMissesItsOwnWrite() {
        done("a", Op.write("x", 1), null);
        done("a", Op.read("x"), null);
        breaksOnly(READ_YOUR_WRITES);
        assertThat(names(WriteOrder.UNKNOWN, READ_YOUR_WRITES)).containsExactly("read your writes");
    }

    /** Two replicas, one of which is behind. */
    @Test
    void shouldFindAClientThatReadsAnOlderValueThanBefore() {
        done("w", Op.write("x", 1), null);
        done("w", Op.write("x", 2), null);
        done("a", Op.read("x"), 2);
        done("a", Op.read("x"), 1);
        breaksOnly(MONOTONIC_READS);
        assertThat(names(WriteOrder.UNKNOWN, MONOTONIC_READS)).isEmpty();
        assertThat(names(WriteOrder.UNKNOWN, MONOTONIC_READS, MONOTONIC_WRITES))
                .containsExactly("monotonic reads + monotonic writes");
        assertThatThrownBy(() -> HistoryAssert.assertThat(history).guarantees(ALL))
                .hasMessage(
                        """
                        the history is not correct: property=read your writes, monotonic reads, monotonic writes, \
                        writes follow reads, anomalies=monotonic reads + monotonic writes
                        monotonic reads + monotonic writes: the values of a register must have one order
                          x = 1   was written by w before the next
                          x = 2   was read by a before the next
                        """);
    }

    @Test
    void shouldFindWritesThatOvertakeEachOther() {
        done("a", Op.write("x", 1), null);
        done("a", Op.write("x", 2), null);
        done("b", Op.read("x"), 2);
        assertThat(names(WriteOrder.UNKNOWN, MONOTONIC_WRITES)).isEmpty();
        done("e", Op.compareAndSet("x", null, 3), true); // it has replaced nothing, so it comes before all others
        done("b", Op.compareAndSet("x", 3, 4), true);
        assertThat(names(WriteOrder.UNKNOWN, MONOTONIC_READS, READ_YOUR_WRITES)).isEmpty();
        done("c", Op.compareAndSet("x", 4, 5), true);
        done("d", Op.read("x"), 5);
        done("d", Op.read("x"), 2);
        done("d", Op.read("x"), 3);
        assertThat(names(WriteOrder.UNKNOWN, MONOTONIC_READS)).containsExactly("monotonic reads");
    }

    @Test
    void shouldFindAWriteBehindTheOneThatItsClientHadRead() {
        done("a", Op.write("x", 1), null);
        done("b", Op.read("x"), 1);
        done("b", Op.write("x", 2), null);
        done("c", Op.read("x"), 2);
        assertThat(names(WriteOrder.UNKNOWN, ALL)).isEmpty();
        done("c", Op.read("x"), 1);
        assertThat(names(WriteOrder.UNKNOWN, WRITES_FOLLOW_READS)).isEmpty();
        assertThat(names(WriteOrder.UNKNOWN, WRITES_FOLLOW_READS, MONOTONIC_READS))
                .containsExactly("monotonic reads + writes follow reads");
    }

    @Test
    void shouldFindAReadOfWhatIsWrittenOnlyLater() {
        done("a", Op.read("x"), 1);
        done("a", Op.write("x", 1), null);
        assertThat(names(WriteOrder.UNKNOWN, READ_YOUR_WRITES, MONOTONIC_READS, MONOTONIC_WRITES))
                .isEmpty();
        assertThat(names(WriteOrder.UNKNOWN, WRITES_FOLLOW_READS)).containsExactly("writes follow reads");
    }

    @Test
    void shouldFindValuesThatNobodyHasWritten() {
        done("a", Op.read("x"), 1);
        history.of("b").invoke(Op.write("y", 2)).fail();
        done("a", Op.read("y"), 2);
        assertThat(names(WriteOrder.UNKNOWN, MONOTONIC_READS)).containsExactly("strange value", "failed write");
    }

    @Test
    void shouldLetAWriteOfUnknownOutcomeBeReadLate() {
        history.of("a").invoke(Op.write("x", 1)).info();
        done("a", Op.read("x"), null);
        done("b", Op.read("x"), 1);
        assertThat(names(WriteOrder.REAL_TIME, ALL)).isEmpty();
        done("b", Op.read("x"), null);
        assertThat(names(WriteOrder.UNKNOWN, MONOTONIC_READS)).containsExactly("monotonic reads");
    }

    @Test
    void shouldNotDecideWhenValuesAreWrittenTwice() {
        done("a", Op.write("x", 1), null);
        done("b", Op.write("x", 1), null);
        assertThat(SessionConsistency.check(history, WriteOrder.UNKNOWN, MONOTONIC_READS))
                .hasToString("it is not known whether the history is correct: property=monotonic reads, "
                        + "values written to a register must differ: key=x, value=1");
    }

    @Test
    void shouldRefuseWhatItCannotCheck() {
        assertThatThrownBy(() -> SessionConsistency.check(history, WriteOrder.UNKNOWN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a check must be for a guarantee: guarantees=0");
        done("a", Op.dequeue("q"), 1);
        assertThatThrownBy(() -> names(WriteOrder.UNKNOWN, ALL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("operation=dequeue q");
    }

    @Test
    void shouldAgreeWithBruteForce() {
        compare(3_000);
    }

    @Test
    @Tag("soak")
    void shouldAgreeWithBruteForceOnManyMoreHistories() {
        compare(100_000);
    }

    private void compare(int seeds) {
        int right = 0;
        for (int seed = 0; seed < seeds; seed++) {
            Random random = new Random(seed);
            int[] values = {0};
            History<Op> guessed = SampleHistories.run(
                    random,
                    2,
                    2 + random.nextInt(6),
                    0.15,
                    chance -> switch (chance.nextInt(5)) {
                        case 0, 1 -> Op.write("x", ++values[0]);
                        case 2 -> Op.compareAndSet("x", chance.nextInt(1 + values[0]), ++values[0]);
                        default -> Op.read("x");
                    },
                    op -> op.action().equals("cas") ? random.nextInt(3) > 0 : (Object) random.nextInt(1 + values[0]),
                    2);
            EnumSet<SessionGuarantee> guarantees = EnumSet.noneOf(SessionGuarantee.class);
            guarantees.add(ALL[random.nextInt(ALL.length)]);
            guarantees.add(ALL[random.nextInt(ALL.length)]);
            WriteOrder order = random.nextInt(3) == 0 ? WriteOrder.REAL_TIME : WriteOrder.UNKNOWN;
            boolean holds = holds(guessed.operations(), order, guarantees);
            AnomalyReport report = SessionConsistency.check(
                    guessed.operations(), 0, order, guarantees.toArray(SessionGuarantee[]::new));
            assertThat(report.outcome())
                    .as("seed=%s, %s, %s, %s", seed, order, guessed.operations(), report)
                    .isEqualTo(holds ? CheckOutcome.OK : CheckOutcome.VIOLATED);
            right += holds ? 1 : 0;
        }
        assertThat(right).isBetween(seeds / 10, seeds * 9 / 10);
    }

    /** What an operation has read and written; null: nothing. */
    private record Values(Operation<Op> operation, @Nullable Object read, @Nullable Object written) {}

    private static boolean holds(List<Operation<Op>> operations, WriteOrder order, Set<SessionGuarantee> guarantees) {
        List<Values> all = new ArrayList<>();
        List<Object> versions = new ArrayList<>();
        for (Operation<Op> operation : operations) {
            Op op = operation.call();
            boolean ok = operation.end() == OperationEnd.OK;
            if (operation.end() == OperationEnd.FAIL) {
                continue;
            }
            Values values =
                    switch (op.action()) {
                        case "write" -> new Values(operation, null, op.argument(0));
                        case "read" -> new Values(operation, ok ? operation.result() : null, null);
                        default ->
                            !ok
                                    ? new Values(operation, null, op.argument(1))
                                    : Boolean.TRUE.equals(operation.result())
                                            ? new Values(operation, op.argument(0), op.argument(1))
                                            : new Values(operation, null, null);
                    };
            all.add(values);
            if (values.written() != null) {
                versions.add(values.written());
            }
        }
        return holds(new ArrayList<>(List.of(0)), versions, all, order, guarantees);
    }

    private static boolean holds(
            List<Object> chosen,
            List<Object> rest,
            List<Values> all,
            WriteOrder order,
            Set<SessionGuarantee> guarantees) {
        if (rest.isEmpty()) {
            Map<Object, Integer> rank = new HashMap<>();
            chosen.forEach(version -> rank.put(version, rank.size()));
            return all.stream().allMatch(values -> values.read() == null || rank.containsKey(values.read()))
                    && all.stream().allMatch(second -> isRight(second, all, rank, order, guarantees));
        }
        for (Object next : rest) {
            List<Object> longer = new ArrayList<>(chosen);
            longer.add(next);
            List<Object> others =
                    rest.stream().filter(other -> !other.equals(next)).collect(Collectors.toList());
            if (holds(longer, others, all, order, guarantees)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isRight(
            Values second,
            List<Values> all,
            Map<Object, Integer> rank,
            WriteOrder order,
            Set<SessionGuarantee> guarantees) {
        int read = second.read() == null ? -1 : Objects.requireNonNull(rank.get(second.read()));
        int written = second.written() == null ? -1 : Objects.requireNonNull(rank.get(second.written()));
        if (read >= 0 && written >= 0 && read >= written) {
            return false;
        }
        for (Values first : all) {
            if (!first.operation().precedes(second.operation())) {
                continue;
            }
            int firstRead = first.read() == null ? -1 : Objects.requireNonNull(rank.get(first.read()));
            int firstWritten = first.written() == null ? -1 : Objects.requireNonNull(rank.get(first.written()));
            boolean bothWrite = firstWritten >= 0 && written >= 0;
            if (order == WriteOrder.REAL_TIME && bothWrite && firstWritten >= written) {
                return false;
            }
            if (!first.operation().client().equals(second.operation().client())) {
                continue;
            }
            if ((guarantees.contains(MONOTONIC_READS) && read >= 0 && firstRead > read)
                    || (guarantees.contains(READ_YOUR_WRITES) && read >= 0 && firstWritten > read)
                    || (guarantees.contains(MONOTONIC_WRITES) && bothWrite && firstWritten >= written)
                    || (guarantees.contains(WRITES_FOLLOW_READS)
                            && firstRead >= 0
                            && written >= 0
                            && firstRead >= written)) {
                return false;
            }
        }
        return true;
    }
}
